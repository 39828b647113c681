; inherits: yaml

; For Helix: colours a block that is one expression in `{{ }}` as JavaScript. Helix injects whole values only, so that a
; value in quotes would be a text in JavaScript.

((block_scalar) @injection.content
  (#match? @injection.content "^[|>][-+]?\\s*\\{\\{(.|\\n)*\\}\\}\\s*$")
  (#set! injection.language "javascript"))
