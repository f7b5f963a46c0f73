# Compiles the core and the kernels with the Swift compiler, SWIFTC. Sets `objects`, from which the
# shared library is linked, and `static_object`, from which the static library is made. A build that
# is sanitized or covered has no static library: `static_object` is empty.

file(REAL_PATH "${SWIFTC}" swiftc_path)
cmake_path(GET swiftc_path PARENT_PATH swift_bin)
find_program(LLVM_OBJCOPY llvm-objcopy HINTS ${swift_bin} REQUIRED)

# The core is one module of Embedded Swift without allocations: swiftc compiles it to one ordinary
# object file that needs no runtime. The object is linked like that of any C library.
file(GLOB_RECURSE swift_sources CONFIGURE_DEPENDS ${core}/*.swift)
if(NOT DYNCOLOR_FORMATS)
  list(FILTER swift_sources EXCLUDE REGEX "^${core}/(Formats|ABI/Formats|Desktop/Files)/")
  list(APPEND swift_sources ${PROJECT_SOURCE_DIR}/Sources/WithoutFormats/UnsupportedCalls.swift)
endif()
# A toolchain file for another processor sets DYNCOLOR_SWIFT_FLAGS: see Sources/CMake.
#
# -trap-function: code that traps calls dyncolor_trap, instead of executing an illegal instruction.
# -disable-incremental-llvm-codegen: without it, swiftc would keep an existing object of the same
# code, although llvm-objcopy has changed that object.
set(swift_flags
  ${DYNCOLOR_SWIFT_FLAGS}
  -swift-version 6 -parse-as-library -wmo -warnings-as-errors
  -enable-experimental-feature Embedded -enable-experimental-feature CImplementation
  -enable-experimental-feature Lifetimes -no-allocations
  -Xcc -fno-math-errno
  -Xfrontend -function-sections
  -Xfrontend -trap-function -Xfrontend dyncolor_trap
  -Xfrontend -disable-incremental-llvm-codegen
  -I ${PROJECT_SOURCE_DIR}/include -I ${PROJECT_SOURCE_DIR}/Sources/CPlatform
  $<$<NOT:$<CONFIG:Release>>:-g>
  "$<$<BOOL:${DYNCOLOR_CHECKING}>:-DCHECKING>"
  "$<$<BOOL:${DYNCOLOR_COVERAGE}>:-profile-generate>"
  "$<$<BOOL:${DYNCOLOR_COVERAGE}>:-profile-coverage-mapping>")
# The core is compiled for size. Functions with @_optimize(speed) are compiled for speed: those that
# take a share of the time of some benchmark, which `Tests/Benchmarks/count --functions` lists. A few
# others have the attribute because, compiled for size, they would keep a check that can abort, or
# call a function of a compiler's library, which musl does not have. Tests/Architecture/run and
# Tests/Everywhere/run notice these.
set(core_flags -Osize)
# Keeps the compiler from copying a function for each closure that is passed to it. The copies would
# take 20 KB and save no time: where time counts, functions are inlined.
list(APPEND core_flags -Xllvm -sil-disable-pass=closure-specialize)
# Keeps the compiler from splitting a function into a thunk and a copy with other parameters. The
# copy would be compiled for size, whatever attribute the function has.
list(APPEND core_flags -Xllvm -sil-disable-pass=function-signature-opts)
# Once inlining has made a function this many basic blocks long, only the smallest functions are
# still inlined into it. The default, 400, makes the library 120 KB larger. Where time counts,
# functions have @inline(__always): they are inlined into long functions, too.
list(APPEND core_flags -Xllvm -sil-inline-overall-caller-block-limit=5)
# LLVM's machine outliner (-Xllvm -enable-machine-outliner) is not used: it would make the library
# smaller, but on x86-64 it also moves pieces of hot functions into functions of their own.
set(sanitizers "$<$<BOOL:${DYNCOLOR_SANITIZE}>:-sanitize=${DYNCOLOR_SANITIZE}>")
# All sanitizers must be in one option: a second option would replace the first.
set(core_sanitizers ${sanitizers})
if(DYNCOLOR_FUZZER)
  if(NOT DYNCOLOR_SANITIZE STREQUAL address)
    message(FATAL_ERROR
      "DYNCOLOR_FUZZER needs -DDYNCOLOR_SANITIZE=address; it is \"${DYNCOLOR_SANITIZE}\".")
  endif()
  set(core_sanitizers "-sanitize=${DYNCOLOR_SANITIZE},fuzzer")
endif()
# Removes a function that is never called, but that the linker would keep. Only in release builds:
# in others, debug information refers to it.
set(remove_unused $<$<CONFIG:Release>:--remove-section=.text._swift_exceptionPersonality>)
file(GLOB c_headers CONFIGURE_DEPENDS
  include/dyncolor.h include/module.modulemap
  Sources/CPlatform/*.h Sources/CPlatform/module.modulemap)

# Options of llvm-objcopy that change sections of the core. The next commands append to them.
set(layout)

# The functions that hosts call most begin a cache line, so that their speed does not depend on what
# the linker puts before them. The option has no effect on a function without a section of its own.
foreach(function dyncolor_resolve dyncolor_theme_find_n dyncolor_snapshot_resolve)
  string(APPEND layout "--set-section-alignment=.text.${function}=64\n")
endforeach()

# The functions that a program runs until it has its first color get sections named .text.hot.…,
# which linkers put side by side, before others. So they are on few pages: a page of code is read,
# or mapped, when a function on it runs for the first time. `Tests/Benchmarks/first-use` writes the
# list.
file(STRINGS ${PROJECT_SOURCE_DIR}/Sources/CMake/first-use.list first_use)
foreach(function ${first_use})
  string(APPEND layout "--rename-section=.text.${function}=.text.hot.${function}\n")
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${PROJECT_SOURCE_DIR}/Sources/CMake/first-use.list)

# swiftc aligns every string of 16 bytes or more to 16 bytes. Nothing reads 16 bytes of a string at
# once, so the padding would only make the library 8 KB larger. With an alignment of 1, linkers take
# the padding for empty strings, and merge all of these into one.
string(APPEND layout "--set-section-alignment=.rodata.str1.16=1\n")
file(CONFIGURE OUTPUT layout.rsp CONTENT "${layout}" @ONLY)

# swiftc gives public functions protected visibility, which prevents a non-PIE executable from
# taking their addresses. So their visibility is set to default; exports.map limits what is
# exported.
add_custom_command(
  OUTPUT dyncolor.o
  COMMAND ${SWIFTC} -module-name DynColor ${swift_flags} ${core_flags} ${core_sanitizers}
    -c -o dyncolor.o ${swift_sources}
  COMMAND ${LLVM_OBJCOPY} --wildcard --set-symbol-visibility=dyncolor_*=default
    @layout.rsp ${remove_unused} dyncolor.o
  DEPENDS ${swift_sources} ${c_headers} ${PROJECT_BINARY_DIR}/layout.rsp
  COMMENT "Compiling DynColor"
  COMMAND_EXPAND_LISTS VERBATIM)
set(objects ${PROJECT_BINARY_DIR}/dyncolor.o)

# The pixel kernels, compiled once for each kind of processor. Each object contains functions of
# Swift's runtime compiled for that processor, so only its kernels stay global. AddressSanitizer
# needs its registration symbol to be shared by all objects. The arguments of add_kernels after the
# processor, ARGN, are further options of swiftc.
file(GLOB kernel_sources CONFIGURE_DEPENDS Sources/Kernels/*.swift)
function(add_kernels processor)
  set(object kernels-${processor}.o)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${SWIFTC} -module-name Kernels ${swift_flags} -O ${sanitizers} ${ARGN}
      -c -o ${object} ${kernel_sources}
    COMMAND ${LLVM_OBJCOPY} --wildcard --keep-global-symbol=dyncolor_kernel_*
      --keep-global-symbol=___asan_globals_registered
      ${remove_unused} ${object}
    DEPENDS ${kernel_sources} ${c_headers}
    COMMENT "Compiling the kernels for ${processor}"
    COMMAND_EXPAND_LISTS VERBATIM)
  set(objects ${objects} ${PROJECT_BINARY_DIR}/${object} PARENT_SCOPE)
endfunction()
add_kernels(baseline)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_kernels(avx2 -Xcc -mavx2 -Xcc -mfma -D FMA)
endif()

# The object of the static library: only the functions of the header are global, so that it can be
# linked beside another Swift runtime. What no function of the header needs is left out. Two symbols
# that are then unused are removed: abort, and arc4random_buf, which seeds Swift's hash tables, and
# which not every libc has. The rest keeps its sections, so that --gc-sections drops what a program
# does not use. The linker is GNU ld (bfd), because lld refuses -r together with --gc-sections. The
# two sections that are removed are only for Swift's own build tools.
set(static_object)
if(NOT DYNCOLOR_SANITIZE AND NOT DYNCOLOR_COVERAGE)
  set(exports ${core}/ABI/exports.map)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${exports})
  file(STRINGS ${exports} exported REGEX "dyncolor_[a-z0-9_]+;")
  list(TRANSFORM exported REPLACE ".*(dyncolor_[a-z0-9_]+);.*" "\\1")
  list(JOIN exported "\n" names)
  list(JOIN exported "\n-u " roots)
  file(CONFIGURE OUTPUT exported.txt CONTENT "${names}\n")
  file(CONFIGURE OUTPUT exported.rsp CONTENT "-u ${roots}\n")
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/static)
  add_custom_command(
    OUTPUT static/dyncolor.o
    COMMAND ${CMAKE_C_COMPILER} -fuse-ld=bfd -r -nostdlib -Wl,--gc-sections @exported.rsp
      -o static/dyncolor.o ${objects}
    COMMAND ${LLVM_OBJCOPY} --keep-global-symbols=exported.txt
      --remove-section=.swift1_autolink_entries --remove-section=.swift_modhash
      --strip-unneeded-symbol=abort --strip-unneeded-symbol=arc4random_buf static/dyncolor.o
    DEPENDS ${objects} ${PROJECT_BINARY_DIR}/exported.txt ${PROJECT_BINARY_DIR}/exported.rsp
    COMMENT "Linking the object of the static library"
    VERBATIM)
  set(static_object ${PROJECT_BINARY_DIR}/static/dyncolor.o)
endif()
