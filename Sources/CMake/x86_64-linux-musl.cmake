# Links the library with musl instead of glibc (Debian package musl-tools):
#
#     cmake -S . -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE=Sources/CMake/x86_64-linux-musl.cmake
#
# The objects are those of a build for glibc: the library uses only functions, numbers and structs
# that both C libraries have in common.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER musl-gcc)
set(DYNCOLOR_MUSL_LIBC /usr/lib/x86_64-linux-musl/libc.so)
include(${CMAKE_CURRENT_LIST_DIR}/musl.cmake)
