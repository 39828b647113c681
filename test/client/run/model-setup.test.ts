import { expect, it, vi } from 'vitest';
import { translatedProblem } from '../../../client/run/model-setup';
import { MODEL_PROBLEMS } from '../../../server/run/model/problem';

let bundle: Readonly<Record<string, string>> | undefined;

vi.mock('vscode', () => ({
  l10n: {
    get bundle() {
      return bundle;
    },
  },
}));

it('a problem of a model is in the language of VS Code, except for what the endpoint reports', () => {
  const refused = MODEL_PROBLEMS.wrongKey({ host: 'a.example', status: 401, said: 'Wrong key' });
  const unreachable = MODEL_PROBLEMS.unreachable('a.example', 'ECONNREFUSED');
  expect([refused, unreachable].map(translatedProblem)).toEqual([
    '`a.example` does not accept the API key (401). “Wrong key”',
    '`a.example` cannot be reached: nothing answers at this address.',
  ]);
  bundle = {
    [refused.message.template]: '`{0}` 不接受该 API 密钥（{1}）。',
    [unreachable.message.template]: '无法连接 `{0}`：{1}。',
    'nothing answers at this address': '该地址没有应答',
  };
  expect([refused, unreachable].map(translatedProblem)).toEqual([
    '`a.example` 不接受该 API 密钥（401）。“Wrong key”',
    '无法连接 `a.example`：该地址没有应答。',
  ]);
});
