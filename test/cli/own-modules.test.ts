import { describe, expect, it } from 'vitest';
import { CommandFolder } from './command';

const FILES = {
  '.vscode/settings.json': '{ "atomicState.modules": ["own.yaml"] }',
  'own.yaml': `modules:
  WeatherModule:
    output_name: weather
    result: { degrees: number, hours: [{ hour: string, rain: boolean }] }
widgets:
  '1744214024104440000':
    name: Painter
    result: { url: string }
`,
  'bot/main.yaml': `initial: home
states:
  home:
    tasks:
      - { name: look, module_type: WeatherModule, module_config: { city: Bern } }
      - { name: paint, module_type: AnyWidgetModule, module_config: { widget_id: '1744214024104440000' } }
    render:
      text: '{{weather.degrees + 1}} {{weather.hours[0].rain}} {{result.url}}'
      buttons: [{ content: Again, on_click: again }]
    transitions: { again: home }
`,
  'bot/main.scenario.yaml': `scenarios:
  - name: warm
    tasks: { look: { degrees: 20, hours: [{ rain: false }] }, paint: { url: a.png } }
    steps:
      - expect: { text: 21 false a.png }
`,
};

interface Explored {
  readonly complete: boolean;
  readonly stopped_by?: string;
  readonly steps: number;
  readonly findings: readonly {
    readonly code: string;
    readonly message: string;
    readonly scenario: { readonly tasks?: object };
  }[];
}

describe('results of own modules and widgets', () => {
  const folder = new CommandFolder();

  /** Explores an automata with a faulty state after a condition on the result of an own module. */
  async function exploredWith(result: string, condition: string) {
    folder.write({
      '.vscode/settings.json': '{ "atomicState.modules": ["own.yaml"] }',
      'own.yaml': `modules: { WeatherModule: { output_name: weather, result: ${result} } }\n`,
      'bot/main.yaml': `initial: home
states:
  home:
    tasks: [{ name: look, module_type: WeatherModule, module_config: { city: Bern } }]
    render: { text: Home, buttons: [{ content: Go, on_click: go }] }
    transitions: { go: [{ condition: ${JSON.stringify(condition)}, target: hit }, { target: end }] }
  hit: { render: { text: '{{gone}}' }, properties: { is_final: true } }
  end: { properties: { is_final: true } }
`,
    });
    const { out } = await folder.run('explore', 'bot', '--format', 'json');
    const { findings, ...explored } = JSON.parse(out) as Explored;
    return {
      ...explored,
      findings: findings.map(({ code, message, scenario: { tasks } }) => ({
        code,
        at: /`\{\{(\w+)\}\}`/.exec(message)?.[1],
        ...(tasks ? { tasks } : {}),
      })),
    };
  }

  it('are examples of their types in a conversation', async () => {
    folder.write(FILES);
    const { code, out } = await folder.runWith('\n', 'run', 'bot/main.yaml', '--format', 'jsonl');
    const lines = out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { state: 'home' },
      {
        task: {
          state: 'home',
          name: 'look',
          module_type: 'WeatherModule',
          config: { city: 'Bern' },
          results: { weather: { degrees: 1, hours: [{ hour: 'hour of look', rain: true }] } },
        },
      },
      {
        task: {
          state: 'home',
          name: 'paint',
          module_type: 'AnyWidgetModule',
          config: { widget_id: '1744214024104440000' },
          results: { result: { url: 'url of paint' } },
        },
      },
      {
        message: {
          state: 'home',
          text: '2 true url of paint',
          buttons: [{ content: 'Again', event: 'again' }],
        },
        context: {},
      },
    ]);
    expect(code).toBe(0);
  });

  it('are defined in scenarios and when exploring', async () => {
    folder.write(FILES);
    const tested = await folder.run('test');
    expect([tested.code, tested.out]).toEqual([0, expect.stringContaining('1 passed, 0 failed')]);
    const explored = await folder.run('explore', 'bot', '--format', 'json');
    expect([explored.code, JSON.parse(explored.out)]).toEqual([0, expect.objectContaining({ findings: [] })]);
  });

  it.each([
    ['a number', '{ degrees: number }', 'weather.degrees > 30', { degrees: 31 }],
    ['a boolean', '{ rain: boolean }', '!weather.rain', { rain: false }],
    ['a text', '{ sky: string }', "weather.sky === 'grey'", { sky: 'grey' }],
    ['an empty text', '{ sky: string }', '!weather.sky', { sky: '' }],
    ['a member of a member', '{ air: { wet: boolean } }', '!weather.air.wet', { air: { wet: false } }],
    ['a list without items', '[string]', 'weather.length === 0', []],
    ['items of a list', '[{ rain: boolean }]', '!weather.every(({ rain }) => rain)', [{ rain: false }]],
    ['a text in a list', '{ days: [string] }', "weather.days.includes('Monday')", { days: ['Monday'] }],
    [
      'two members of a member',
      '{ air: { wet: boolean, kind: string } }',
      "!weather.air.wet && weather.air.kind === 'sea'",
      { air: { wet: false, kind: 'sea' } },
    ],
    ['the length of a list', '[boolean]', 'weather.length >= 3', [true, true, true]],
    ['a result that is a number', 'number', 'weather === 7', 7],
    ['an unknown result', 'any', 'weather === false', false],
  ])('are varied when exploring: %s', async (_, result, condition, value) => {
    const { findings } = await exploredWith(result, `{{${condition}}}`);
    expect(findings).toEqual([{ code: 'expression-fault', at: 'gone', tasks: { 'home.look': value } }]);
  });

  it('are varied by the members that conditions read, or by all if they read none', async () => {
    const members = Array.from({ length: 20 }, (__, at) => `m${at}: boolean`).join(', ');
    const named = await exploredWith(`{ ${members} }`, '{{!weather.m19}}');
    expect(named).toMatchObject({ complete: true, steps: 4, findings: [{ at: 'gone' }] });
    const all = await exploredWith(`{ ${members} }`, '{{Object.values(weather).includes(false)}}');
    // They have too many combinations.
    expect(all).toMatchObject({ complete: false, stopped_by: 'values', findings: [{ at: 'gone' }] });
  });

  it('are unknown if no setting names their file', async () => {
    folder.write({ ...FILES, '.vscode/settings.json': '{}' });
    const { code, out } = await folder.run('test');
    expect([code, out]).toEqual([1, expect.stringContaining('weather')]);
  });
});
