/** The colours of an image: each can be set from outside by a CSS variable of its name; these are the defaults. */
const COLOURS = {
  paper: ['#ffffff', '#1e1f22'],
  card: ['#ffffff', '#2a2c31'],
  frame: ['#f5f6f9', '#24262a'],
  border: ['#b8c0cc', '#565c66'],
  'frame-border': ['#cdd3dd', '#43474f'],
  ink: ['#1c2230', '#e7e9ee'],
  faint: ['#5c6675', '#a2a9b5'],
  event: ['#66707f', '#98a1af'],
  chat: ['#7a43c9', '#c3a1ff'],
  initial: ['#1c2230', '#e7e9ee'],
  chip: ['#eceff3', '#363a42'],
  error: ['#c8202f', '#ff7b80'],
  warning: ['#a86400', '#e5b04a'],
  badge: ['#ffffff', '#1e1f22'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>;

/** Styles of marked states and transitions, which also differ in the line style. */
export const MARK_STYLE =
  ':is(.reached,.added) .card{stroke:#19773a;stroke-width:2.4}:is(.reached,.added) .line{stroke:#19773a;stroke-width:2}' +
  ':is(.reached,.added) .arrow{fill:#19773a}' +
  ':is(.unreached,.removed) .card{stroke:#c8202f;stroke-dasharray:3 3;stroke-width:2}' +
  ':is(.unreached,.removed) .line{stroke:#c8202f;stroke-dasharray:2 4}:is(.unreached,.removed) .arrow{fill:#c8202f}' +
  '.changed .card{stroke:#a86500;stroke-dasharray:7 3;stroke-width:2.4}';

export type Theme = 'auto' | 'light' | 'dark';

const FONT = `font-family:var(--state-graph-font,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif)`;

const RULES = `
.state-graph{background:var(--paper);${FONT}}
.state-graph text{fill:var(--ink)}
.paper{fill:var(--paper)}
.card{fill:var(--card);stroke:var(--border);stroke-width:1.2}
.second{fill:none;stroke:var(--border)}
.frame{fill:var(--frame);stroke:var(--frame-border);stroke-width:1.2}
.name{font-size:13px;font-weight:600}
.text{font-size:11.5px}
.state-graph .text{fill:var(--faint)}
.chip{font-size:10px}
.input rect,.task rect,.more rect,.pill{fill:var(--chip)}
.input rect{stroke:var(--border)}
.begins .card{stroke:var(--initial);stroke-width:1.8}
.missing .card,.unseen .card{fill:none;stroke-dasharray:5 4}
.missing .card{stroke:var(--error)}
.state-graph .missing .name{fill:var(--error)}
.state-graph .unseen .name{fill:var(--faint)}
.warned .card,.warned .second,.frame.warned{stroke:var(--warning)}
.failing .card,.failing .second,.frame.failing{stroke:var(--error)}
.badge{fill:var(--warning)}
.failing .badge{fill:var(--error)}
.state-graph .count{fill:var(--badge);font-size:10px;font-weight:700}
.unreachable{opacity:.5}
.line{fill:none;stroke-width:1.4;stroke-linecap:round}
.event .line{stroke:var(--event)}.event .arrow{fill:var(--event)}
.chat .line{stroke:var(--chat);stroke-width:1.8}.chat .arrow{fill:var(--chat)}
.always .line{stroke:var(--event);stroke-dasharray:6 4}.always .arrow{fill:var(--event)}
.done .line{stroke:var(--event);stroke-dasharray:2 4}.done .arrow{fill:var(--event)}
.initial .line{stroke:var(--initial)}.initial .arrow,.dot{fill:var(--initial)}
.label{font-size:11px}
.state-graph .chat .label{fill:var(--chat);font-weight:600}
.state-graph .label .condition{fill:var(--faint);font-weight:400;font-style:italic}
`;

/** The style sheet of an image; `auto` follows the colour scheme of the viewer. */
export function svgStyle(theme: Theme): string {
  const light = variables(0);
  const dark = variables(1);
  const chosen =
    theme === 'auto'
      ? `.state-graph{${light}}@media(prefers-color-scheme:dark){.state-graph{${dark}}}`
      : `.state-graph{${theme === 'dark' ? dark : light}}`;
  return chosen + PLAIN_FIRST;
}

/** Viewers without support for variables use the light colours. */
const PLAIN_FIRST = Object.entries(COLOURS).reduce(
  (rules, [name, [light]]) =>
    rules.replace(
      new RegExp(`([a-z-]+):var\\(--${name}\\)`, 'g'),
      (written, property: string) => `${property}:${light};${written}`,
    ),
  RULES.replace(/\n/g, ''),
);

function variables(index: 0 | 1): string {
  return Object.entries(COLOURS)
    .map(([name, colours]) => `--${name}:var(--state-graph-${name},${colours[index]})`)
    .join(';');
}
