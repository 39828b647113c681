import * as yamlPlugin from 'prettier/plugins/yaml';
import { format } from 'prettier/standalone';
import type { PrintOptions } from './features/format/printer';

/**
 * Formats YAML with Prettier. A separate bundle, loaded when the first file is formatted: most
 * sessions never format, and should not read so much code at their start.
 */
export function printYaml(text: string, { indent, printWidth, singleQuote, bracketSpacing }: PrintOptions) {
  return format(text, {
    parser: 'yaml',
    plugins: [yamlPlugin],
    proseWrap: 'preserve',
    endOfLine: 'lf',
    tabWidth: indent,
    printWidth,
    singleQuote,
    bracketSpacing,
  });
}
