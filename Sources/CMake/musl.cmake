# What the toolchain files for musl have in common. DYNCOLOR_MUSL_LIBC is musl's shared library.

# Keeps CMake from linking the programs with which it tests the compiler: some or all of the startup
# files that programs need are missing. So CMakeLists.txt cannot test whether the linker has
# -z separate-code. DYNCOLOR_HAS_SEPARATE_CODE says that the linker has it.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(DYNCOLOR_HAS_SEPARATE_CODE ON)

# The library must refer to libc by the name that Alpine gives it, as in wheels for musl. Debian's
# libc.so has no SONAME, so the linker records the name of the file: that of this symbolic link.
# On Debian, where musl is called libc.so, musl's loader knows that Alpine's name means musl itself.
set(libc libc.musl-${CMAKE_SYSTEM_PROCESSOR}.so.1)
file(CREATE_LINK ${DYNCOLOR_MUSL_LIBC} ${CMAKE_BINARY_DIR}/${libc} SYMBOLIC)
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-nostdlib \"-L${CMAKE_BINARY_DIR}\"")
set(CMAKE_C_STANDARD_LIBRARIES -l:${libc})
