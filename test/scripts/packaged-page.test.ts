import { expect, it } from 'vitest';
import { packagedPage } from '../../scripts/lib/packaged-page.mjs';

const PAGE =
  '[rules](rules.md#a) [top](#top) [web](https://example.org) [![alt](a.png)](b.md) ![x](../images/x.png) [kept](LICENSE)';
const isPackaged = (path: string) => path === 'docs/LICENSE';

it('links of a packaged page lead to the published repository', () => {
  expect(packagedPage(PAGE, 'docs/a.md', isPackaged, 'https://github.com/example/it')).toBe(
    '[rules](https://github.com/example/it/blob/HEAD/docs/rules.md#a) [top](#top) [web](https://example.org) ' +
      '[![alt](a.png)](https://github.com/example/it/blob/HEAD/docs/b.md) ' +
      '![x](https://github.com/example/it/raw/HEAD/images/x.png) [kept](LICENSE)',
  );
});

it('before there is one, only the texts of links remain', () => {
  expect(
    packagedPage('[rules](rules.md#a), ![x](x.png)[kept](LICENSE)', 'docs/a.md', isPackaged, undefined),
  ).toBe('rules, [kept](LICENSE)');
});
