; extends

; For Neovim: colours a value that is one expression in `{{ }}` as JavaScript. Both braces are part of it, as blocks.
; An expression within a longer text is not coloured, because queries cannot select a part of a value. `language` is for
; Neovim before version 0.9.

([
  (double_quote_scalar)
  (single_quote_scalar)
] @injection.content
  (#lua-match? @injection.content "^[\"']%s*{{.*}}%s*[\"']$")
  (#not-lua-match? @injection.content "}}.*{{")
  (#offset! @injection.content 0 1 0 -1)
  (#set! injection.language "javascript")
  (#set! injection.include-children)
  (#set! "language" "javascript"))

((block_scalar) @injection.content
  (#lua-match? @injection.content "^[|>]%s*{{.*}}%s*$")
  (#not-lua-match? @injection.content "}}.*{{")
  (#offset! @injection.content 0 1 0 0)
  (#set! injection.language "javascript")
  (#set! "language" "javascript"))

((block_scalar) @injection.content
  (#lua-match? @injection.content "^[|>][-+]%s*{{.*}}%s*$")
  (#not-lua-match? @injection.content "}}.*{{")
  (#offset! @injection.content 0 2 0 0)
  (#set! injection.language "javascript")
  (#set! "language" "javascript"))
