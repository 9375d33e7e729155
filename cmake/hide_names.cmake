# SPDX-License-Identifier: MIT
# cmake -DNM= -DOBJCOPY= -DSYMBOLS= "-DOBJECTS=" "-DCOPIES=" -P hide_names.cmake: copies the objects, whose names for each
# other are changed but for those in the file SYMBOLS, so that none can clash with a name of their user's: none in C has a
# dot. For LLVM's linker, which cannot make one object of them.
file(STRINGS ${SYMBOLS} kept)
execute_process(COMMAND ${NM} --extern-only --defined-only --format=posix ${OBJECTS}
  OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[^ \n]+ [A-Z] " names "${listed}")
list(TRANSFORM names REPLACE "^\n" "")
list(TRANSFORM names REPLACE " [A-Z] $" "")
list(REMOVE_DUPLICATES names)
list(REMOVE_ITEM names ${kept})
list(TRANSFORM names REPLACE "(.+)" "\\1 cycletime.\\1")
list(JOIN names "\n" names)
list(GET COPIES 0 first)
cmake_path(GET first PARENT_PATH directory)
file(WRITE ${directory}/renamed.txt "${names}\n")
foreach(object copy IN ZIP_LISTS OBJECTS COPIES)
  execute_process(COMMAND ${OBJCOPY} --redefine-syms=${directory}/renamed.txt ${object} ${copy} COMMAND_ERROR_IS_FATAL ANY)
endforeach()
