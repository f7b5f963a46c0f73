# Builds the library for AArch64 on another processor, and links it with musl. Debian has no cross
# compiler for musl, so DYNCOLOR_MUSL names the folder into which its packages musl and musl-dev for
# arm64 were unpacked:
#
#     cmake -S . -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE=Sources/CMake/aarch64-linux-musl.cmake \
#       -DDYNCOLOR_MUSL=/path/to/folder
include(${CMAKE_CURRENT_LIST_DIR}/aarch64-linux-gnu.cmake)
# CMake also reads this file, and so needs the variable, when it tests the compiler.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES DYNCOLOR_MUSL)
set(DYNCOLOR_MUSL_LIBC ${DYNCOLOR_MUSL}/lib/aarch64-linux-musl/libc.so)
if(NOT EXISTS ${DYNCOLOR_MUSL_LIBC})
  message(FATAL_ERROR "DYNCOLOR_MUSL is \"${DYNCOLOR_MUSL}\": expected a folder that has "
    "lib/aarch64-linux-musl/libc.so, from Debian's package musl for arm64.")
endif()
include(${CMAKE_CURRENT_LIST_DIR}/musl.cmake)
