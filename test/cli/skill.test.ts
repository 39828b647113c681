import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CommandFolder } from './command';

const SKILL = readFileSync(join(import.meta.dirname, '../../skills/atomic-state/SKILL.md'), 'utf8');

const folder = new CommandFolder();

/** The files of the examples, by the names in their first comments. */
function examples(): Record<string, string> {
  return Object.fromEntries(
    [...SKILL.matchAll(/^```yaml\n# (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', text = '']) => [
      name,
      text,
    ]),
  );
}

it('the skill for assistants is short, and names itself', () => {
  expect(SKILL.split('\n').length).toBeLessThanOrEqual(200);
  expect(SKILL).toMatch(/^---\nname: atomic-state\ndescription: .+\n---\n/);
});

it('the examples of the skill have no findings, are formatted, explored and tested', async () => {
  const files = examples();
  folder.write(files);
  const automata = Object.keys(files).filter((name) => name.endsWith('.automata.yaml'));
  expect([automata.length, Object.keys(files).length]).toEqual([3, 4]);
  const checked = JSON.parse((await folder.run('check', '--format', 'json')).out);
  expect(checked).toMatchObject({ files: 4, findings: [] });
  expect((await folder.run('format', '--check')).code).toBe(0);
  expect(await folder.run('test')).toMatchObject({ code: 0 });
  for (const name of automata)
    expect(JSON.parse((await folder.run('explore', name, '--format', 'json')).out)).toMatchObject({
      findings: [],
      complete: true,
    });
});
