# dyncolor_add_names(TARGET FILE [PREFIX])
#
# Generates a header, PREFIX.h, from the color names in FILE, and adds it to the include path of
# TARGET. For that, the build runs dyncolor/names.py with Python 3. PREFIX is app_colors unless
# given.
function(dyncolor_add_names target file)
  set(prefix app_colors)
  if(ARGC GREATER 2)
    set(prefix ${ARGV2})
  endif()
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(script ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/dyncolor/names.py)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}-names)
  cmake_path(ABSOLUTE_PATH file)
  # The script does not write a header that would stay the same, so the time of the header does not
  # tell when the script last ran. A stamp file does.
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
