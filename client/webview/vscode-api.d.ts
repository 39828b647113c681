/** Defined by VS Code; can be called once. Returns the interface of the panel. */
declare function acquireVsCodeApi<Host>(): Host;
