import { expect, it } from 'vitest';
import { sanitizeInitializeParams } from '../../server/protocol/initialize-params';

it.each([
  [{ rootPath: '/a b' }, 'file:///a%20b'],
  [{ rootPath: '/a', rootUri: null }, 'file:///a'],
  [{ rootPath: '/a', rootUri: 'file:///b' }, 'file:///b'],
  [{ rootPath: '' }, null],
  [{ rootPath: 1 }, null],
])('the root of %j is %j', (params, rootUri) => {
  expect(sanitizeInitializeParams({ capabilities: {}, ...params })).toMatchObject({ rootUri });
});
