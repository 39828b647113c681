;;; What a person does in Emacs with the set-up of docs/editors.md, and sees of it, as one JSON text.  -*- lexical-binding: t -*-

(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'json)

;; With markdown-mode, Eglot asks for Markdown, whose marks are hidden in windows only.
(fmakunbound 'gfm-view-mode)

(defvar test-patience 20 "In seconds.")
(defvar test-result nil)

(defun test-wait (what condition)
  "Wait until CONDITION gives something, and return that."
  (let ((end (time-add nil test-patience)) value)
    (while (not (or (setq value (funcall condition)) (time-less-p end nil)))
      (accept-process-output nil 0.05))
    (or value (error "Waited in vain for %s" what))))

(defmacro test-step (name &rest body)
  (declare (indent 1))
  `(push (cons ,name (condition-case problem (progn ,@body)
                       (error (list (cons "failure" (error-message-string problem))))))
         test-result))

(defun test-go (text)
  "Put the cursor onto TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun test-line ()
  (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

(defun test-open (path)
  "Visit a file as in a window, connected to the server."
  (switch-to-buffer (find-file-noselect path))
  (if (eglot-current-server)
      (unless eglot--managed-mode (eglot--maybe-activate-editing-mode))
    (apply #'eglot (eglot--guess-contact)))
  (test-wait "the connection" (lambda () eglot--managed-mode)))

(defun test-problems ()
  "Those of the buffer, as the server has sent them."
  (eglot--signal-textDocument/didChange)
  (flymake-start)
  (mapcar (lambda (one)
            (goto-char (flymake-diagnostic-beg one))
            (format "%d:%d %s" (line-number-at-pos) (1+ (current-column)) (flymake-diagnostic-text one)))
          (flymake-diagnostics)))

(defun test-states (path)
  (with-temp-buffer
    (insert-file-contents (expand-file-name path (getenv "ATOMIC_STATE_TEST_PROJECT")))
    (vconcat (seq-filter (lambda (one) (string-match-p "_state" one)) (split-string (buffer-string) "\n")))))

;; Nobody is there to be asked.
(setq eglot-sync-connect t
      eglot-confirm-server-initiated-edits nil
      eglot-autoshutdown nil
      make-backup-files nil)
(fset 'y-or-n-p (lambda (&rest _) t))

(test-open "state/farewell.yaml")

(test-step "problems are shown"
  (vconcat (test-wait "diagnostics" #'test-problems)))

(test-step "names are offered"
  (test-go "context.player_name")
  (forward-char (length "context."))
  (let* ((data (eglot-completion-at-point))
         (names (all-completions "" (nth 2 data))))
    (vconcat (mapcar #'substring-no-properties names))))

(test-step "a hover is shown"
  (test-go "player_name")
  (let* ((answer (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                  (eglot--TextDocumentPositionParams)))
         (text (eglot--hover-info (plist-get answer :contents) (plist-get answer :range))))
    (car (split-string (substring-no-properties text) "\n"))))

(test-step "a renaming goes through all files"
  (test-go "home_stat")
  (delete-char (length "home_stat"))
  (insert "home_state")
  (eglot--signal-textDocument/didChange)
  (goto-char (1- (point)))
  (eglot-rename "start_state")
  (save-some-buffers t)
  (list (cons "here" (test-line))
        (cons "main" (test-states "main.yaml"))
        (cons "home" (test-states "state/home.yaml"))))

(test-step "a name leads to its definition"
  (test-go "start_state")
  (let* ((found (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
         (location (xref-item-location found)))
    (with-current-buffer (marker-buffer (xref-location-marker location))
      (goto-char (xref-location-marker location))
      (format "%s:%d: %s" (file-relative-name buffer-file-name (getenv "ATOMIC_STATE_TEST_PROJECT"))
              (line-number-at-pos) (test-line)))))

(test-step "formatting keeps the indentation of the file"
  (test-go "CHAT:")
  (delete-char (length "CHAT:"))
  (insert "CHAT:  ")
  (eglot-format-buffer)
  (test-go "CHAT:")
  (test-line))

(with-temp-file (getenv "ATOMIC_STATE_TEST_RESULT")
  (insert (json-encode test-result)))
(kill-emacs 0)
