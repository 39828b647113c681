import { type ExchangeData, isDataMap, isNumberText } from './data';

/**
 * Data as JSON in the layout of the community's tool, which is the default of Python: on one line, with a space after
 * each comma and colon, and all characters except ASCII escaped.
 */
export function writeJson(data: ExchangeData): string {
  if (data === null || typeof data === 'boolean') return String(data);
  if (typeof data === 'string') return jsonText(data);
  if (isNumberText(data)) return data.text;
  if (isDataMap(data)) {
    const fields = [...data].map(([key, value]) => `${jsonText(key)}: ${writeJson(value)}`);
    return `{${fields.join(', ')}}`;
  }
  return `[${data.map(writeJson).join(', ')}]`;
}

function jsonText(text: string): string {
  return JSON.stringify(text).replace(
    /[\x80-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A finite number as Python writes it: `1.0`, `1e-07`, `1e+16`. */
export function pythonFloat(value: number): string {
  const [digits = '0', power = '0'] = Math.abs(value).toExponential().split('e');
  const exponent = Number(power);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  const mantissa = digits.replace('.', '');
  if (exponent < -4 || exponent >= 16) {
    return `${sign}${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${mantissa}`;
  const whole = mantissa.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${whole}.${mantissa.slice(exponent + 1) || '0'}`;
}
