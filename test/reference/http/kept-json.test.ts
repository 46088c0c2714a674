import { describe, expect, it } from 'vitest';
import { keepJson, toJson } from '../../../src/reference/http/kept-json.ts';

const DATA = [
  { id: 1, name: 'Order “7”\n' },
  { id: 2, name: null },
];

describe('the JSON of a body', () => {
  it.each([
    ['an object', { status: 'success', data: DATA }],
    ['undefined members', { status: 'success', message: undefined, data: DATA, meta: { total: undefined } }],
    ['names that need escaping', { 'a"b': 1, '\u2028': 2, data: DATA }],
    ['members with a toJSON', { at: new Date(0), data: DATA }],
    ['null', { data: null }],
    ['a list', [DATA]],
    ['a text', 'x'],
  ])('is what JSON.stringify writes, kept or not: %s', (_, body) => {
    const wanted = JSON.stringify(body);
    expect(toJson(body)).toBe(wanted);
    keepJson(DATA);
    expect(toJson(body)).toBe(wanted);
  });

  it('of nothing is empty', () => {
    expect(toJson(undefined)).toBe('');
  });

  it('holds what was kept as it was then', () => {
    const data = keepJson([1]);
    data.push(2);
    expect(toJson({ data })).toBe('{"data":[1]}');
  });
});
