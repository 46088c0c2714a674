import { describe, expect, it } from 'vitest';
import { toJson, withJson } from '../../../src/reference/http/response.ts';

const DATA = [
  { id: 1, name: 'Order “7”\n' },
  { id: 2, name: null },
];

describe('the JSON of a body', () => {
  it.each<[string, (data: readonly unknown[]) => unknown]>([
    ['an object', (data) => ({ status: 'success', data })],
    ['undefined members', (data) => ({ a: 1, message: undefined, data, meta: { total: undefined } })],
    ['names that need escaping', (data) => ({ 'a"b': 1, '\u2028': 2, data })],
    ['members with a toJSON', (data) => ({ at: new Date(0), data })],
    ['null', () => ({ data: null })],
    ['a list', (data) => [data]],
    ['a text', () => 'x'],
  ])('equals the output of JSON.stringify, whether or not its list carries JSON: %s', (_, bodyWith) => {
    const wanted = JSON.stringify(bodyWith(DATA));
    expect(toJson(bodyWith(DATA))).toBe(wanted);
    expect(toJson(bodyWith(withJson([...DATA])))).toBe(wanted);
  });

  it('is empty for undefined', () => {
    expect(toJson(undefined)).toBe('');
  });
});

describe('a list with its JSON attached', () => {
  it('is serialized once', () => {
    const item = { id: 1 };
    const data = withJson([item]);
    item.id = 2;
    expect(toJson({ data })).toBe('{"data":[{"id":1}]}');
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(withJson([1]))).toBe(true);
  });

  it.each<[string, (list: readonly number[]) => number[]]>([
    ['spread', (list) => [...list]],
    ['mapped', (list) => list.map((item) => item)],
    ['sliced', (list) => list.slice()],
    ['cloned', (list) => structuredClone(list) as number[]],
  ])('does not pass its JSON to a copy: %s', (_, copy) => {
    const data = copy(withJson([1]));
    data.push(2);
    expect(toJson({ data })).toBe('{"data":[1,2]}');
  });
});
