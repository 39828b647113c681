import { describe, expect, it } from 'vitest';
import { Document } from '../../server/yaml/cut/document';
import { isSyntaxProblem } from '../../server/yaml/read/problem';
import { inEnglish } from '../support/english';

const AUTOMATA = `{
  "type": "automata",
  "initial": "start",
  "context": { "name": "", "list": [1, true, { "a": -2.5 }] },
  "states": {
    "start": {
      "inputs": { "m": { "type": "IM" } },
      "tasks": [
        {
          "name": "a",
          "module_type": "AnyWidgetModule",
          "module_config": { "widget_id": "1744214024104448000", "output_name": "r" }
        }
      ],
      "render": {
        "text": "He said: \\"Hello\\", {{r}} \\n {{ m ? '[' : '}' }}",
        "buttons": [
          { "content": "Next", "on_click": "next" },
          { "content": "Copy", "on_click": { "event": "COPY", "payload": { "text": "long" } } }
        ]
      },
      "transitions": { "CHAT": "start", "next": "other" }
    },
    "other": { "render": { "text": "{{context.name}}" }, "transitions": { "CHAT": "start" } }
  },
  "outputs": {}
}
`;

function problemsOf(text: string): string[] {
  const { units } = Document.open(text, 'json', () => true);
  const problems = units.flatMap((unit) => unit.parsed.problems).filter(isSyntaxProblem);
  return problems.map(({ message }) => inEnglish(message));
}

describe('truncated JSON', () => {
  const minified = JSON.stringify(JSON.parse(AUTOMATA));
  it.each([
    ['on several lines', AUTOMATA],
    ['with a line break at the end', AUTOMATA, '\n'],
    ['with CRLF', AUTOMATA.replaceAll('\n', '\r\n')],
    ['indented by tabs', AUTOMATA.replaceAll('  ', '\t')],
    ['on a single line', minified],
  ])('has a single problem, %s', (_name, text, end = '') => {
    const several: string[] = [];
    for (let at = 2; at < text.trimEnd().length; at++) {
      const cut = text.slice(0, at) + end;
      const problems = problemsOf(cut);
      if (problems.length !== 1) several.push(`${JSON.stringify(cut.slice(-40))}: ${problems.join(' / ')}`);
    }
    expect(several).toEqual([]);
  });
});
