# Builds the library for 64-bit RISC-V (rv64gc, lp64d) on another processor, with Debian's cross
# compiler (package gcc-riscv64-linux-gnu):
#
#     cmake -S . -B build -G Ninja -DCMAKE_TOOLCHAIN_FILE=Sources/CMake/riscv64-linux-gnu.cmake
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(CMAKE_C_COMPILER riscv64-linux-gnu-gcc)

# The target is one without an operating system, as in aarch64-linux-gnu.cmake. By default, it is a
# processor without floating point, and objects for that one cannot be linked with those of Linux.
# So -march and -mabi choose rv64gc and lp64d.
set(DYNCOLOR_SWIFT_FLAGS
  -target riscv64-none-none-eabi -Xcc -march=rv64gc -Xcc -mabi=lp64d
  -Xcc -D_GNU_SOURCE -Xcc -isystem -Xcc /usr/riscv64-linux-gnu/include)
