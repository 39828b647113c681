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

describe('results of modules and widgets of one’s own', () => {
  const folder = new CommandFolder();

  it('are defined in a conversation, with examples of their types', async () => {
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

  it('are not, where no setting names their file', async () => {
    folder.write({ ...FILES, '.vscode/settings.json': '{}' });
    const { code, out } = await folder.run('test');
    expect([code, out]).toEqual([1, expect.stringContaining('weather')]);
  });
});
