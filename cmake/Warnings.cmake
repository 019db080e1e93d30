# One interface target that every target of the project links: warnings and sanitizers.
add_library(asb_options INTERFACE)
target_compile_options(asb_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual
    -Wformat=2 -Wimplicit-fallthrough -fno-omit-frame-pointer)
if(ASB_WERROR)
    target_compile_options(asb_options INTERFACE -Werror)
endif()
if(ASB_SANITIZE)
    target_compile_options(asb_options INTERFACE -fsanitize=${ASB_SANITIZE} -fno-sanitize-recover=all)
    target_link_options(asb_options INTERFACE -fsanitize=${ASB_SANITIZE})
endif()
