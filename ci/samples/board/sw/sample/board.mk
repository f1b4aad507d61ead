TOOLS_sample := samplecount
LIBRARIES_sample := samplelib
LIB_samplelib := sw/sample/samplelib.c
ABOUT_samplelib := driver of the sample board
HEADERS_sample := sw/sample/samplelib.h
