import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { pageAddress, releaseAddress } from '../../server/format/pages';
import { ruleLink } from '../../server/protocol/rule-link';
import { startClient } from './started';

const REPOSITORY = 'https://github.com/example/atomic-state';
const TEXT = 'type: automata\ninitial: hom\nstates:\n  home: {transitions: {CHAT: home}}\n';

describe('the link of a finding', () => {
  it('leads to the page of the published repository', () => {
    expect(ruleLink('dead-end', undefined, pageAddress('docs/rules.md', REPOSITORY))).toBe(
      `${REPOSITORY}/blob/HEAD/docs/rules.md#dead-end`,
    );
    expect(releaseAddress('a.json', REPOSITORY)).toBe(`${REPOSITORY}/releases/latest/download/a.json`);
  });

  it('does not exist before the repository is published', () => {
    expect(pageAddress('docs/rules.md', undefined)).toBeUndefined();
    expect(ruleLink('dead-end', undefined, undefined)).toBeUndefined();
  });

  it('leads into a client that shows the pages itself', () => {
    const inside = 'vscode://atomic-state.atomic-state/rules/';
    expect(ruleLink('dead-end', inside, undefined)).toBe(`${inside}dead-end`);
    expect(ruleLink('dead-end', inside, pageAddress('docs/rules.md', REPOSITORY))).toBe(`${inside}dead-end`);
  });

  it('is that of the initialization options', async () => {
    const editor = await startClient(
      {},
      { options: { rulePages: 'vscode://atomic-state.atomic-state/rules/' } },
    );
    await editor.open('main.yaml', TEXT);
    expect((await editor.diagnostics('main.yaml')).map(({ codeDescription }) => codeDescription)).toEqual([
      { href: 'vscode://atomic-state.atomic-state/rules/unknown-initial' },
    ]);
    const other = await startClient({}, { options: { rulePages: 7 } });
    await other.open('main.yaml', TEXT);
    expect((await other.diagnostics('main.yaml')).map((one) => 'codeDescription' in one)).toEqual([
      'repository' in manifest,
    ]);
  });
});

it('the page of a rule is sent to a client that shows it, in its language', async () => {
  const editor = await startClient({}, {});
  const ask = (code: unknown) => editor.connection.sendRequest('atomicState/rulePage', { code });
  expect(await ask('unknown-initial')).toMatch(
    /^### unknown-initial\n\n.+ Severity: error\.\n\n[\s\S]+```yaml/,
  );
  expect(await ask('no-such-rule')).toBeNull();
  expect(await ask({})).toBeNull();
});
