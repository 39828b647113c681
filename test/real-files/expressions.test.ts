import { expect, test } from 'vitest';
import { freeNames } from '../../server/expression/names';
import { parseExpression } from '../../server/expression/parse';
import { parseTemplate } from '../../server/expression/template';
import { describeRealFiles } from '../support/real-files';
import { stateFilesIn } from '../support/state-files';

/** The strings of the projects' JSON files, which can be read without a YAML parser. */
function stringsIn(folder: string): string[] {
  return stateFilesIn(folder)
    .filter(({ path }) => path.endsWith('.json'))
    .flatMap(({ text }) => strings(JSON.parse(text)));
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : [];
}

describeRealFiles((folder) => {
  const templates = stringsIn(folder).map((text) => ({ text, ...parseTemplate(text) }));
  const bodies = templates.flatMap(({ text, expressions }) =>
    expressions.map(({ body }) => text.slice(body.start, body.end)),
  );

  test('every expression is closed and ends where it ends in the service', () => {
    for (const { text, expressions, strays } of templates) {
      expect(strays, text).toEqual([]);
      for (const { closed, firstClose } of expressions)
        expect([closed, firstClose], text).toEqual([true, undefined]);
    }
    expect(bodies.length).toBeGreaterThan(50);
  });

  test('every expression parses', () => {
    for (const body of bodies)
      expect(parseExpression(body), body).toMatchObject({ problem: undefined, empty: false });
  });

  test('the free names are the variables of the bots and `JSON`', () => {
    const names = bodies.flatMap((body) => {
      const { ast } = parseExpression(body);
      return ast ? freeNames(ast).map(({ name }) => name) : [];
    });
    expect([...new Set(names)].sort()).toEqual(
      'JSON chatreply chosen_answer context intro_message payload reply reply_voice result tts_widget_id user_message user_prompt'.split(
        ' ',
      ),
    );
  });
});
