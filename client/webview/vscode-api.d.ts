/** Brought into the page by VS Code; can be called once. It is the panel, as the page sees it. */
declare function acquireVsCodeApi<Host>(): Host;
