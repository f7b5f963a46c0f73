# Links the library with musl instead of glibc (Debian package musl-tools):
#
#     cmake -S . -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE=Sources/CMake/x86_64-linux-musl.cmake
#
# The objects are those of a build for glibc: the library uses only functions, numbers and structs
# that both C libraries have in common.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER musl-gcc)
# The startup files of musl-gcc are not for every kind of program that CMake tries.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
