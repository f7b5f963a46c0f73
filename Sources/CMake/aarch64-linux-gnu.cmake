# Builds the library for AArch64 on another processor, with Debian's cross compiler (package
# gcc-aarch64-linux-gnu):
#
#     cmake -S . -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE=Sources/CMake/aarch64-linux-gnu.cmake
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)

# A Swift toolchain for x86-64 has the standard library of AArch64 only for programs without an
# operating system. The library needs no more of Swift; the C headers are those of Linux.
set(DYNCOLOR_SWIFT_FLAGS
  -target aarch64-none-none-elf
  -Xcc -D_GNU_SOURCE -Xcc -isystem -Xcc /usr/aarch64-linux-gnu/include)
