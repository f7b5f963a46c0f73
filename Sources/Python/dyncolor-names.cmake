# dyncolor_add_names(TARGET FILE [PREFIX])
#
# Makes a header, PREFIX.h, of the names of colors in FILE, and lets the sources of TARGET include
# it: see dyncolor/names.py, which a Python 3 runs. PREFIX is app_colors unless it is given.
function(dyncolor_add_names target file)
  set(prefix app_colors)
  if(ARGC GREATER 2)
    set(prefix ${ARGV2})
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/dyncolor/names.py)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}-names)
  cmake_path(ABSOLUTE_PATH file)
  # The header is made anew, though perhaps not changed: a stamp tells when that was last done.
  add_custom_command(
    OUTPUT ${folder}/${prefix}.stamp
    BYPRODUCTS ${folder}/${prefix}.h
    COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
    COMMAND ${Python3_EXECUTABLE} ${script} ${file} --header ${folder}/${prefix}.h
      --prefix ${prefix}
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}/${prefix}.stamp
    DEPENDS ${file} ${script}
    COMMENT "Naming the colors of ${target}"
    VERBATIM)
  target_sources(${target} PRIVATE ${folder}/${prefix}.stamp ${folder}/${prefix}.h)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
