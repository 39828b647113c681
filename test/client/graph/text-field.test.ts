import { describe, expect, it } from 'vitest';
import {
  editedText,
  fieldAction,
  type PressedKey,
  placedField,
} from '../../../client/webview/graph/field-place';
import { inView } from '../../../client/webview/graph/geometry';
import { modelOf } from '../../../client/webview/graph/model';
import { graphOf, layoutOf } from './graph';

const ROOM = { width: 400, height: 300 };

describe('a field', () => {
  it.each([
    ['above its text', { x: 100, y: 50, width: 60, height: 20 }, { left: 20, top: 50, width: 220 }],
    ['as wide as its text', { x: 20, y: 50, width: 300, height: 20 }, { left: 20, top: 50, width: 300 }],
    ['at the upper left', { x: -500, y: -500, width: 60, height: 20 }, { left: 8, top: 8, width: 220 }],
    ['at the lower right', { x: 900, y: 900, width: 60, height: 20 }, { left: 172, top: 242, width: 220 }],
    ['of a text that was not drawn', undefined, { left: 90, top: 100, width: 220 }],
  ])('%s', (_where, at, place) => {
    expect(placedField(at, { width: 220, height: 50 }, ROOM)).toEqual(place);
  });

  it('fits into a narrow page', () => {
    const narrow = { width: 150, height: 40 };
    const at = { x: 0, y: 0, width: 60, height: 20 };
    expect(placedField(at, { width: 134, height: 90 }, narrow, true)).toEqual({
      left: 8,
      top: 8,
      width: 134,
    });
  });
});

describe('the keys of a field', () => {
  const key = (written: string, others: Partial<PressedKey> = {}) => {
    const [name = '', shift] = written.split('+').reverse();
    return { key: name, keyCode: 0, isComposing: false, shiftKey: shift === 'Shift', ...others };
  };

  it.each([
    ['Enter', true, 'enter'],
    ['Enter', false, 'enter'],
    ['Shift+Enter', true, 'type'],
    ['Shift+Enter', false, 'enter'],
    ['Escape', true, 'cancel'],
    ['Tab', true, undefined],
  ] as const)('%s (several lines: %s): %s', (written, isLong, action) => {
    expect(fieldAction(key(written), isLong)).toBe(action);
  });

  it('belong to an input method that composes', () => {
    const codes = [{ isComposing: true }, { keyCode: 229 }];
    expect(codes.map((one) => fieldAction(key('Enter', one), false))).toEqual(['type', 'type']);
  });
});

describe('the place of a text', () => {
  const model = modelOf(graphOf('/', 'home*', 'home -go> home'));
  const [edge] = model.graph.edges;
  const conditional = modelOf({
    ...model.graph,
    edges: edge ? [{ ...edge, condition: 'a > 1' }] : [],
  });
  const line = { points: [], label: { x: 50, y: 100 } };
  const layout = { ...layoutOf({ home: [10, 20] }), edges: new Map([[edge?.id ?? '', line]]) };
  const placeOf = (kind: Parameters<typeof editedText>[0], id = edge?.id ?? '', of = conditional) => {
    const { y, height } = editedText(kind, id, layout, of) ?? {};
    return [y, height];
  };

  it('is a part of a card or a label', () => {
    expect(placeOf('renameState', 'home')).toEqual([20, 34]);
    expect(placeOf('setText', 'home')).toEqual([48, 19]);
    expect(placeOf('setButtonText')).toEqual([85, 14]);
    expect(placeOf('setCondition')).toEqual([101, 14]);
    expect(placeOf('setCondition', edge?.id, model)).toEqual([92, 14]);
    expect(placeOf('setText', 'removed')).toEqual([undefined, undefined]);
  });

  it('is in the window at any scale', () => {
    const box = { x: 10, y: 20, width: 100, height: 40 };
    expect(inView(box, { x: 5, y: -5, scale: 0.5 })).toEqual({ x: 10, y: 5, width: 50, height: 20 });
  });
});
