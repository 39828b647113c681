import { describe, expect, it } from 'vitest';
import { disagreement, readAs11, type ScalarReading } from '../../server/yaml/read/yaml-1-1';

function words(reading: ScalarReading | undefined): string {
  if (reading === undefined) return 'the same';
  return 'value' in reading ? `${reading.kind} ${reading.value}` : reading.kind;
}

describe('a plain scalar in YAML 1.1 and 1.2', () => {
  it.each([
    ['yes', 'boolean true', 'text'],
    ['No', 'boolean false', 'text'],
    ['OFF', 'boolean false', 'text'],
    ['012', 'number 10', 'number 12'],
    ['-012', 'number -10', 'number -12'],
    ['0_7', 'number 7', 'text'],
    ['09', 'text', 'number 9'],
    ['0o17', 'text', 'number 15'],
    ['0b101', 'number 5', 'text'],
    ['-0x1F', 'number -31', 'text'],
    ['1_000', 'number 1000', 'text'],
    ['1_000.5', 'number 1000.5', 'text'],
    ['1:30', 'number 90', 'text'],
    ['-1:30', 'number -90', 'text'],
    ['190:20:30', 'number 685230', 'text'],
    ['190:20:30.15', 'number 685230.15', 'text'],
    ['00:30.5', 'number 30.5', 'text'],
    ['1e3', 'text', 'number 1000'],
    ['1.5e3', 'text', 'number 1500'],
    ['-.5', 'text', 'number -0.5'],
    ['2024-01-01', 'date', 'text'],
    ['2024-1-1 1:02:03', 'date', 'text'],
    ['2024-01-01T10:00:00.5 +01:00', 'date', 'text'],
    ['=', 'error', 'text'],
    ['<<', 'error', 'text'],
  ])('%s', (text, old, current) => {
    const both = disagreement(text);
    expect([words(both?.old), words(both?.current)]).toEqual([old, current]);
  });

  const alike = [
    'y',
    'N',
    'yEs',
    'true',
    'False',
    '~',
    'null',
    '',
    '0',
    '-0',
    '00',
    '+12',
    '0x1f',
    '1.',
    '.5',
  ];
  it.each([...alike, '1.5e+3', '.inf', '-.INF', '.nan', '12:75', '0:30', '1.2.3', '2024-1-1', 'a=b'])(
    'is the same for %s',
    (text) => {
      expect(disagreement(text)).toBeUndefined();
    },
  );

  it('is read in linear time', () => {
    for (const piece of ['1:', '0_', '1_', '2024-01-01 ', '.0']) {
      const start = performance.now();
      readAs11(piece.repeat(50_000));
      expect(performance.now() - start).toBeLessThan(1000);
    }
  });
});
