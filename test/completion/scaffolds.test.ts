import { expect, it } from 'vitest';
import { inEnglish } from '../support/english';
import { parseFixture } from '../support/fixture';
import { findingsOf, workspaceOf } from '../support/workspace';
import { acceptItem, itemsAt } from './check';

it.each([
  ['new.automata.yaml', 'automata'],
  ['new.automata.yaml', 'quiz'],
  ['new.automata.yaml', 'chat bot with voice'],
  ['new.state.yaml', 'atomic state'],
  ['new.state.json', 'atomic state'],
  ['new.automata.json', 'automata'],
  ['new.automata.json', 'quiz'],
  ['new.automata.json', 'chat bot with voice'],
])('an empty %s becomes a %s without findings', (path, label) => {
  const items = itemsAt(parseFixture(`=== ${path}\n‸`));
  const item = items.find((one) => one.label === label);
  const text = item && acceptItem('', item, 0).replace(/[‸▫]/g, '');
  expect(text).toBeDefined();
  const files = [{ path, text: text ?? '' }];
  const workspace = workspaceOf(files);
  expect([...workspace.allProjects]).toHaveLength(1);
  expect(
    findingsOf(workspace, files).map(({ finding }) => `${finding.rule.code}: ${inEnglish(finding.message)}`),
  ).toEqual([]);
});
