/** The style sheet of the page of differences. */
export const DIFFERENCE_STYLE = `
:root{color-scheme:light dark;--paper:#fff;--ink:#1c2230;--faint:#5c6675;--rule:#d9dde4;--added:#e2f4e7;--removed:#fde4e6;--bubble:#eef1f6;--edge:#19773a;--fault:#b3202c}
@media(prefers-color-scheme:dark){:root{--paper:#1e1f22;--ink:#e7e9ee;--faint:#a2a9b5;--rule:#43474f;--added:#1d3a27;--removed:#4a2327;--bubble:#2c2f36;--edge:#6cc38b;--fault:#ff9aa2}}
*{box-sizing:border-box}
body{margin:2rem auto;max-width:80rem;padding:0 1rem;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h2{margin-top:2.5rem;border-bottom:1px solid var(--rule)}
h4{margin:0}
h5{margin:0 0 .25rem;color:var(--faint);font-weight:600}
code,pre{font:13px/1.5 ui-monospace,monospace}
pre{overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere;margin:.25rem 0}
figure{margin:1rem 0;overflow:auto;border:1px solid var(--rule);max-height:80vh}
figcaption,.where,.note,.open,.nothing{color:var(--faint);font-size:13px;margin:.25rem 0}
figcaption{padding:0 .5rem}
.change{margin:1rem 0;padding:1rem;border:1px solid var(--rule);border-radius:8px}
.bar{display:flex;gap:.5rem;align-items:center;margin:.5rem 0;color:var(--faint);font-size:13px}
.bar button{font:inherit;padding:.15rem .75rem;color:var(--ink);background:var(--bubble);border:1px solid var(--rule);border-radius:6px;cursor:pointer}
.turns{list-style:none;margin:0;padding:0}
.turns>li{display:grid;grid-template-columns:1fr 1fr;gap:.25rem 1rem;padding:.5rem 0}
.turns>li[hidden]{display:none}
.turns>li>div{min-width:0;padding:.5rem;border-left:3px solid var(--rule)}
.turns>.differs>.before{border-color:var(--fault);background:var(--removed)}
.turns>.differs>.after{border-color:var(--edge);background:var(--added)}
.event{grid-column:1/-1;justify-self:center;margin:0;padding:.1rem .75rem;border-radius:1rem;background:var(--bubble);overflow-wrap:anywhere}
.message{padding:.5rem .75rem;border-radius:8px;background:var(--bubble);margin:.25rem 0;overflow-wrap:anywhere}
.said{white-space:pre-wrap;margin:0}
.buttons{display:flex;flex-wrap:wrap;gap:.35rem;list-style:none;margin:.5rem 0 0;padding:0}
.buttons li{padding:.1rem .6rem;border:1px solid var(--faint);border-radius:6px}
.fault{color:var(--fault);margin:.25rem 0}
.written li{margin:.5rem 0}
.added{background:var(--added)}.removed{background:var(--removed)}
@media(max-width:40rem){.turns>li{grid-template-columns:1fr}}
`.replace(/\n/g, '');
