;;; What a person does in Emacs with the debugger as docs/debugging.md sets it up, as one JSON text.  -*- lexical-binding: t -*-

(package-initialize)
(require 'dap-mode)
(require 'json)

(defvar test-seconds 20 "How long to wait for anything.")
(defvar test-result nil)
(defvar test-stops 0)

(defun test-wait (what condition)
  "Wait until CONDITION returns non-nil, and return that."
  (let ((end (time-add nil test-seconds)) value)
    (while (not (or (setq value (funcall condition)) (time-less-p end nil)))
      (accept-process-output nil 0.05))
    (or value (error "Waited in vain for %s" what))))

(defun test-frame ()
  (dap--debug-session-active-frame (dap--cur-session)))

(defun test-evaluate (expression)
  (let (answer)
    (dap--send-message
     (dap--make-request "evaluate" (list :expression expression :frameId (gethash "id" (test-frame)) :context "hover"))
     (lambda (response) (setq answer (gethash "body" response)))
     (dap--cur-session))
    (gethash "result" (test-wait "a value" (lambda () answer)))))

(defun test-stop (action)
  "Run ACTION; where it stops, with the value of a variable there."
  (let ((before test-stops))
    (funcall action)
    (test-wait "a stop" (lambda () (and (> test-stops before) (test-frame))))
    (format "%s, line %d, %s" (gethash "name" (test-frame)) (gethash "line" (test-frame))
            (test-evaluate "context.player_name"))))

(defmacro test-step (name &rest body)
  (declare (indent 1))
  `(push (cons ,name (condition-case problem (progn ,@body)
                       (error (list (cons "failure" (error-message-string problem))))))
         test-result))

(add-hook 'dap-stopped-hook (lambda (_session) (setq test-stops (1+ test-stops))))

(find-file "state/home.yaml")
(goto-char (point-min))
(search-forward "render")
(dap-breakpoint-add)
(find-file (expand-file-name "main.yaml" (getenv "ATOMIC_STATE_TEST_PROJECT")))

(test-step "a breakpoint stops"
  (test-stop (lambda () (dap-debug (copy-tree (cdr (assoc "Automata" dap-debug-template-configurations)))))))
(test-step "a step reaches the message"
  (test-stop (lambda () (dap-next (dap--cur-session)))))
;; dap-mode has no command for these.
(test-step "a step back undoes it"
  (test-stop (lambda () (dap--step "stepBack" (dap--cur-session)))))
(test-step "another undoes the output"
  (test-stop (lambda () (dap--step "stepBack" (dap--cur-session)))))
(test-step "the message is in the output"
  (with-current-buffer (dap--debug-session-output-buffer (dap--cur-session))
    (vconcat (split-string (buffer-string) "\n" t))))
(test-step "the session can be ended"
  (dap-disconnect (dap--cur-session))
  (test-wait "the end" (lambda () (not (process-live-p (dap--debug-session-proc (dap--cur-session))))))
  "ended")

(with-temp-file (getenv "ATOMIC_STATE_TEST_RESULT")
  (insert (json-encode test-result)))
(kill-emacs 0)
