/** The style sheet of the coverage page. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1c2230;--faint:#5c6675;--rule:#d9dde4;--hit:#e2f4e7;--miss:#fde4e6;--part:#fdf1d8}
@media(prefers-color-scheme:dark){:root{--paper:#1e1f22;--ink:#e7e9ee;--faint:#a2a9b5;--rule:#43474f;--hit:#1d3a27;--miss:#4a2327;--part:#43361a}}
body{margin:2rem auto;max-width:80rem;padding:0 1rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h2{margin-top:2.5rem}
a{color:inherit}
table{border-collapse:collapse}
th,td{padding:.25rem .75rem;border-bottom:1px solid var(--rule);text-align:right;font-weight:400;vertical-align:top}
thead th{color:var(--faint)}
th:first-child{text-align:left}
ul{margin:.25rem 0;padding:0;list-style:none}
li{padding:0 .5rem}
.hit{background:var(--hit)}.miss{background:var(--miss)}.part{background:var(--part)}.none{color:var(--faint)}
figure{margin:0;overflow:auto;border:1px solid var(--rule);max-height:80vh}
pre{overflow:auto;border:1px solid var(--rule);font:13px/1.5 ui-monospace,monospace}
.line{display:block;min-width:max-content}
.line i{color:var(--faint);font-style:normal;user-select:none}
.line:target{outline:2px solid var(--faint)}
mark{background:none;color:inherit;text-decoration:underline wavy #c8202f}
`.replace(/\n/g, '');
