import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { instance } from '@viz-js/viz';
import { describe, expect, it } from 'vitest';
import { computeLayout } from '../../server/drawing/compute-layout';
import { drawDot } from '../../server/drawing/dot';
import { drawMermaid } from '../../server/drawing/mermaid';
import { nodeContent } from '../../server/drawing/node-content';
import { shownGraph } from '../../server/drawing/shown-graph';
import type { StateGraph } from '../../server/drawing/state-graph';
import { drawSvg } from '../../server/drawing/svg';
import { stateGraph } from '../../server/features/state-graph';
import { drawnProject } from '../../server/features/state-graph/state-at';
import { type FixtureFile, parseCases, parseFixture } from '../support/fixture';
import { addressOf, workspaceOf } from '../support/workspace';

const FIXTURE = join(import.meta.dirname, '../fixtures/state-graph-formats.txt');
const CASES = parseCases(readFileSync(FIXTURE, 'utf8')).map(({ title, body }) => [title, body]);

function graphOf(files: readonly FixtureFile[], shortcuts = false): StateGraph {
  const project = drawnProject(workspaceOf(files), addressOf(files[0]?.path ?? ''));
  if (project === undefined) throw new Error('no project');
  return shownGraph(stateGraph(project).graph, { shortcuts });
}

/** Names with a special meaning in one of the formats. */
const HOSTILE = [
  '</svg><script>alert(1)</script>',
  '"]; evil -> s1; "',
  "'onload='x",
  '`$ {a}`',
  'a\\nb\nc\\',
  '&lt; &amp; #quot; #35;',
  '--> [*] : %% note',
  ']]>  ‮ 𝒳😀',
  '}',
  '',
];

function hostile(): StateGraph {
  const states = HOSTILE.map((name, index) => {
    const transitions = {
      [name]: { target: HOSTILE[(index + 1) % HOSTILE.length], condition: `{{ ${name} }}` },
    };
    return [name, { render: { text: `${name} x` }, inputs: { [name]: {} }, transitions }] as const;
  });
  const bot = { id: HOSTILE[0], initial: HOSTILE[0], states: Object.fromEntries(states) };
  return graphOf([{ path: 'main.json', text: JSON.stringify(bot) }]);
}

describe('the graph as text', () => {
  it.each(CASES)('%s', async (_, body = '') => {
    const all = parseFixture(body).files;
    const files = all.filter(({ path }) => !path.startsWith('graph.'));
    const expected = (name: string) => all.find(({ path }) => path === name)?.text.trim();
    const graph = graphOf(files, true);
    expect(drawMermaid(graph, 'States of "main"').trim()).toBe(expected('graph.mmd'));
    expect(drawDot(graph, 'States of "main"').trim()).toBe(expected('graph.dot'));
  });

  it('is valid for Graphviz with any names', async () => {
    const graphviz = await instance();
    for (const graph of [hostile(), graphOf([{ path: 'main.yaml', text: 'initial: a\nstates: {}\n' }])]) {
      const { status, errors, output } = graphviz.render(drawDot(graph, HOSTILE.join('')), { format: 'svg' });
      // It warns about letters that are missing in its font.
      expect(errors.filter(({ level }) => level !== 'warning')).toEqual([]);
      expect(status).toBe('success');
      expect(output?.match(/class="node"/g)?.length ?? 0).toBe(
        graph.nodes.length - 1 + graph.edges.filter(({ kind }) => kind === 'initial').length,
      );
    }
  });

  it('contains only a few kinds of Mermaid lines with any names', () => {
    const text = '[\\p{L}\\p{M}\\p{N} _.,/+-]|#\\d+;';
    const line = new RegExp(
      `^(?:stateDiagram-v2|  direction TB|  accTitle: (?:${text})+|\\s*\\[\\*\\] --> s\\d+|` +
        `\\s*state "(?:${text})+" as s\\d+|  s\\d+ --> s\\d+ : (?:${text})+|  classDef \\w+ [\\w:#,. -]+|  class [\\w,]+ \\w+)$`,
      'u',
    );
    const lines = drawMermaid(hostile(), HOSTILE.join('')).trimEnd().split('\n');
    expect(lines.filter((one) => !line.test(one))).toEqual([]);
    expect(lines.filter((one) => /-->.*--/.test(one))).toEqual([]);
  });
});

describe('the graph as a picture', () => {
  const elements = ['svg', 'title', 'desc', 'style', 'rect', 'g', 'text', 'tspan', 'circle', 'path'];

  async function picture(graph: StateGraph, title = 'States'): Promise<string> {
    return drawSvg(graph, await computeLayout(graph, nodeContent), { title });
  }

  it('escapes names and contains no scripts or external resources', async () => {
    const svg = await picture(hostile(), HOSTILE.join(''));
    const tags = [...svg.matchAll(/<\/?([a-z]+)/gi)].map(([, name]) => name);
    expect(tags.filter((name) => !elements.includes(name ?? ''))).toEqual([]);
    expect(svg).not.toMatch(/<[^>]*\s(?:on\w+|href|src)=|url\(|@import/);
    expect(svg.match(/<svg/g)).toHaveLength(1);
    // Every attribute is closed, every element too.
    const open: string[] = [];
    for (const [, slash, name, rest] of svg.matchAll(/<(\/?)([a-z]+)((?:\s[\w:-]+="[^"<]*")*\s*\/?)>/g)) {
      if (slash === '/') expect(open.pop()).toBe(name);
      else if (!rest?.endsWith('/')) open.push(name ?? '');
    }
    expect(open).toEqual([]);
    expect(svg.replace(/<\/?[a-z]+(?:\s[\w:-]+="[^"<]*")*\s*\/?>/g, '')).not.toContain('<');
  });

  it('has a description in words', async () => {
    const text =
      'initial: a\nstates:\n  a: { transitions: { go: b, CHAT: { target: b, condition: "{{x}}" } } }\n  b: {}\n';
    const svg = await picture(graphOf([{ path: 'main.yaml', text }]));
    expect(svg).toContain('>2 states. a (initial) leads to b on go, b on CHAT if x</desc>');
    expect(svg).toContain('role="img" aria-labelledby="state-graph-title state-graph-description"');
  });

  it('has a class for each kind of state and transition', async () => {
    const text = `initial: a
states:
  a: { transitions: { go: b, CHAT: gone, ALWAYS: b } }
  b: { properties: { is_final: true } }
  c: {}
  d: { initial: e, states: { e: {} } }
`;
    const graph = graphOf([{ path: 'main.yaml', text }]);
    const svg = await picture({
      ...graph,
      nodes: graph.nodes.map((node) =>
        node.name === 'c' ? { ...node, isReachable: false, problems: { errors: 1, warnings: 12 } } : node,
      ),
    });
    for (const part of [
      'class="state begins"',
      'class="missing"',
      'class="second"',
      'class="state unreachable failing"',
      '<title>1 error, 12 warnings</title>',
      '>9+</text>',
      'class="frame automata unreachable"',
      'class="chat"',
      'class="always"',
      'class="dot"',
    ])
      expect(svg).toContain(part);
  });
});
