import fc from 'fast-check';
import { expect, describe as group, it } from 'vitest';
import { fromJson } from '../../server/types/from-json';
import { elementOf, lookUpMember } from '../../server/types/member-lookup';
import { typeText } from '../../server/types/type-text';
import { UNKNOWN } from '../../server/types/value-type';
import { admits } from './admits';

group('fromJson', () => {
  it('returns the exact type of a value', () => {
    expect(
      typeText(
        fromJson(' {"a": [1, -2.5e3, "x"], "b": {"c": null, "d": true}, "e": [], "f": {}}\n') ?? UNKNOWN,
      ),
    ).toBe('{ a: [1, -2500, "x"], b: { c: null, d: true }, e: [], f: {} }');
    expect(fromJson('{a: 1}')).toBeUndefined();
    expect(fromJson('')).toBeUndefined();
    expect(fromJson('[1,]')).toBeUndefined();
  });

  it('merges the elements of long lists, with optional members', () => {
    const list = Array.from({ length: 500 }, (_, i) => ({
      id: i,
      ...(i % 7 === 0 ? { hint: `hint ${i}` } : {}),
    }));
    expect(typeText(fromJson(JSON.stringify(list)) ?? UNKNOWN)).toBe('{ id: number, hint?: string }[]');
  });

  it('records the origin of each member', () => {
    const text = '{ "a\\n": 1, "list": [{ "x": 1 }, { "x": 2, "y": 3 }] }';
    const of = {};
    const type = fromJson(text, of) ?? UNKNOWN;
    const written = (lookup: ReturnType<typeof lookUpMember>) =>
      lookup.kind === 'found'
        ? lookup.origins.map(({ start, end }) => `${start}:${text.slice(start, end)}`)
        : [];
    expect(written(lookUpMember(type, 'a\n'))).toEqual(['3:a\\n']);
    const list = lookUpMember(type, 'list');
    expect(list.kind === 'found' && list.origins[0]?.of).toBe(of);
    const element = elementOf(list.kind === 'found' ? list.type : UNKNOWN);
    expect(written(lookUpMember(element, 'x'))).toEqual(['24:x', '36:x']);
    expect(written(lookUpMember(element, 'y'))).toEqual(['44:y']);
    expect(lookUpMember(element, 'z').kind).toBe('missing');
  });

  it('limits depth, size and length', () => {
    const deep = '['.repeat(2000) + ']'.repeat(2000);
    expect(fromJson(deep)).toBeDefined();
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`k${i}`, { a: [i] }])),
    );
    const type = fromJson(wide) ?? UNKNOWN;
    expect(lookUpMember(type, 'k1').kind).toBe('found');
    expect(lookUpMember(type, 'k29999').kind).toBe('unknown');
    expect(fromJson(`"${'x'.repeat(5_000_000)}"`)).toBe(UNKNOWN);
    const long = JSON.stringify(Array.from({ length: 150_000 }, (_, i) => ({ a: i })));
    expect(typeText(fromJson(long) ?? UNKNOWN)).toBe('{ a: number }[]');
  });

  it('returns a type that contains the value', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const type = fromJson(text);
        expect(type && admits(type, JSON.parse(text))).toBe(true);
      }),
    );
  });
});
