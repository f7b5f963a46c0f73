# What the toolchain files for musl have in common. DYNCOLOR_MUSL_LIBC is musl's shared library.

# Keeps CMake from linking the programs with which it tries the compiler: some or all of the startup
# files that programs need are missing. So CMakeLists.txt cannot find out whether the linker has
# -z separate-code. DYNCOLOR_HAS_SEPARATE_CODE tells it.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(DYNCOLOR_HAS_SEPARATE_CODE ON)

# The library needs libc by the name that Alpine gives it, which wheels for musl must use. Debian's
# libc.so has no name of its own, and musl's loader takes either name for itself.
set(libc libc.musl-${CMAKE_SYSTEM_PROCESSOR}.so.1)
file(CREATE_LINK ${DYNCOLOR_MUSL_LIBC} ${CMAKE_BINARY_DIR}/${libc} SYMBOLIC)
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-nostdlib \"-L${CMAKE_BINARY_DIR}\"")
set(CMAKE_C_STANDARD_LIBRARIES -l:${libc})
