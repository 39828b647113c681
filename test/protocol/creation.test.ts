import { expect, it } from 'vitest';
import { Findings } from '../../server/protocol/findings';
import { DEFAULT_SETTINGS } from '../../server/protocol/settings';
import { addressOf, workspaceOf } from '../support/workspace';

const text = 'type: automata\ninitial: start\nstates: !include sates\n';
const files = [
  { path: 'main.yaml', text },
  { path: 'states/home.yaml', text: 'home: {}\n' },
];
const line = { start: { line: 2, character: 0 }, end: { line: 2, character: 20 } };

function actions(canCreate: boolean) {
  const findings = new Findings(
    workspaceOf(files),
    () => DEFAULT_SETTINGS,
    (address) => address,
  );
  return findings.fixes(addressOf('main.yaml'), line, canCreate);
}

it('a fix that makes a file is a change of documents, for clients that can', () => {
  const [rename, create] = actions(true);
  expect(rename?.edit?.changes?.[addressOf('main.yaml')]?.map((edit) => edit.newText)).toEqual(['states']);
  const uri = addressOf('sates/start.yaml');
  expect(create?.edit?.documentChanges).toEqual([
    { kind: 'create', uri, options: { ignoreIfExists: true } },
    {
      textDocument: { uri, version: null },
      edits: [
        {
          range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
          newText: 'start:\n  render:\n    text: Hello\n',
        },
      ],
    },
  ]);
});

it('other clients are offered the rest', () => {
  expect(actions(false).map(({ title }) => title)).toEqual(['Change to `states`']);
});
