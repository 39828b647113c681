/** Texts that repeat something `n` times, with deep recursion or a deep tree. */

const around = (open: string, middle: string, close: string) => (n: number) =>
  open.repeat(n) + middle + close.repeat(n);
const after = (open: string, end: string) => (n: number) => open.repeat(n) + end;
const before = (start: string, close: string) => (n: number) => start + close.repeat(n);

export const NESTED_EXPRESSIONS: Readonly<Record<string, (n: number) => string>> = {
  'template literals': around('`${', '1', '}`'),
  'unclosed template literals': after('`${', ''),
  functions: around('(function(){return ', '1', '})'),
  'unclosed functions': after('function(){return ', ''),
  'arrow functions': after('a => ', 'a'),
  'default values': around('(a = ', '1', ') => 1'),
  parentheses: around('(', '1', ')'),
  'unclosed parentheses': after('(', ''),
  lists: around('[', '1', ']'),
  objects: around('({a: ', '1', '})'),
  spread: around('[...', 'a', ']'),
  'assignment patterns': (n) => `${around('[', 'a', ']')(n)} = 1`,
  parameters: (n) => `(${around('[', 'a', ']')(n)}) => 1`,
  'function parameters': (n) => `(function (${around('{a: ', 'b', '}')(n)}) {})`,
  classes: around('(class extends ', 'A', ' {})'),
  'unclosed classes': after('class extends ', ''),
  'class members': around('(class { a = ', '1', '})'),
  blocks: (n) => `(() => ${around('{', '1', '}')(n)})`,
  'if statements': (n) => `(() => { ${'if (1) '.repeat(n)}; })`,
  'else if': (n) => `(() => { ${'if (1) {} else '.repeat(n)}; })`,
  labels: (n) => `(() => { ${Array.from({ length: n }, (_, i) => `l${i}: `).join('')}; })`,
  new: after('new ', 'A'),
  negations: after('!', 'a'),
  signs: after('- ', 'a'),
  typeof: after('typeof ', 'a'),
  await: (n) => `(async () => ${'await '.repeat(n)} 1)`,
  yield: (n) => `(function* () { ${'yield '.repeat(n)} 1 })`,
  conditions: around('a ? ', 'b', ' : c'),
  alternatives: after('a ? b : ', 'c'),
  assignments: after('a = ', '1'),
  powers: after('a ** ', '1'),
  sums: after('a + ', '1'),
  fallbacks: after('a ?? ', '1'),
  members: after('a.', 'a'),
  'optional members': after('a?.', 'a'),
  elements: before('a', '[1]'),
  'nested elements': around('a[', 'a', ']'),
  calls: before('f', '()'),
  'nested calls': around('f(', 'a', ')'),
  tags: before('f', '``'),
  groups: (n) => `/${around('(', 'a', ')')(n)}/.test(a)`,
  'unclosed groups': (n) => `/${'(a|'.repeat(n)}/.test(a)`,
};

const indented = (n: number, key: string) =>
  Array.from({ length: n }, (_, depth) => `${' '.repeat(depth)}${key}\n`).join('');

/** Files whose YAML or JSON itself is nested. */
export const NESTED_FILES: Readonly<Record<string, (n: number) => string>> = {
  'items on one line': after('- ', 'a'),
  'keys on one line': after('? ', 'a'),
  'flow lists': around('[', 'a', ']'),
  'flow maps': around('{a: ', '1.5', '}'),
  'unclosed flow maps': after('{a: [', ''),
  maps: (n) => indented(n, 'a:'),
  'maps of lists': (n) => indented(n, '- a:'),
  'json lists': around('[', '"a"', ']'),
  'json objects': around('{"a": ', '1.5', '}'),
};
