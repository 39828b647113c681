import { parseTemplate } from '../../expression/template';
import { type Message, msg } from '../../text/message';

/** The source of the expression of a `where`, or of an `always`, which need not have braces. */
export function whereSource(text: string): string {
  const [expression] = parseTemplate(text).expressions;
  return expression ? text.slice(expression.body.start, expression.body.end) : text;
}

export function noExpression(field: string): Message {
  return msg`\`${field}\` expects an expression, such as \`{{context.score > 0}}\`.`;
}
