// Writes the generated texts: the page of the rules, their table on the page of features, their codes in the manifest
// in each language, and the page of all messages. A test fails while one of them is outdated.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundled } from './lib/bundled.mjs';
import { IS_RULE_TEXT, messagesPage } from './lib/messages.mjs';
import { root } from './lib/paths.mjs';

const { featuresPage, rulesPage, severityDescriptions, severityProperties, formatMessage } = await bundled(
  'server/rules/generated.ts',
  'docs',
);
writeFileSync(join(root, 'docs/rules.md'), rulesPage());

const features = join(root, 'docs/dev/features.md');
const fixes = readdirSync(join(root, 'test/fixtures/fixes')).map((name) => name.replace(/\.txt$/, ''));
writeFileSync(features, featuresPage(readFileSync(features, 'utf8'), new Set(fixes)));

const path = join(root, 'package.json');
const manifest = JSON.parse(readFileSync(path, 'utf8'));
for (const { properties } of manifest.contributes.configuration) {
  const severity = properties['atomicState.diagnostics.severity'];
  if (severity) severity.properties = severityProperties();
}
writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);

const readJson = (/** @type {string} */ name) => JSON.parse(readFileSync(join(root, 'l10n', name), 'utf8'));
const translations = readJson('server.zh-cn.json');
const ofRules = severityDescriptions().map((/** @type {unknown} */ one) => [
  formatMessage(one),
  formatMessage(one, translations),
]);
const others = Object.entries(readJson('manifest.zh-cn.json')).filter(([text]) => !IS_RULE_TEXT.test(text));
const texts = Object.fromEntries([...others, ...ofRules]);
writeFileSync(join(root, 'l10n/manifest.zh-cn.json'), `${JSON.stringify(texts, null, 2)}\n`);

const { tableTexts } = await bundled('server/features/table-texts.ts', 'table-texts');
writeFileSync(join(root, 'docs/dev/messages.md'), messagesPage(root, tableTexts()));
console.log(
  'docs/rules.md, docs/dev/messages.md, the findings in docs/dev/features.md and the codes in package.json are written.',
);
