import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../src/conformance/comparison/wrapped.ts';

const outline = (places: Readonly<Record<string, string>>) =>
  new Map(Object.entries(places).map(([place, value]) => [place, new Set([value])]));

const STATUS = { 'HTTP status': '200' };
const chat = (before: string) => ({ [`${before}id`]: 'a uuid', [`${before}name`]: 'a text' });

describe('a payload in a member', () => {
  it.each([
    [
      'of the body',
      { data: 'an object', ...chat('data.') },
      { result: 'an object', 'result.data': 'an object', ...chat('result.data.') },
    ],
    [
      'of its data',
      { data: 'an object', ...chat('data.') },
      { data: 'an object', 'data.result': 'an object', ...chat('data.result.') },
    ],
    [
      'of its list',
      { data: 'a list', ...chat('data[].') },
      { data: 'an object', 'data.result': 'a list', ...chat('data.result[].') },
    ],
    [
      'of an event, beside its type',
      chat('message.start!'),
      {
        'message.start!type': 'a text',
        'message.start!result': 'an object',
        ...chat('message.start!result.'),
      },
    ],
  ])('%s is found at either server, and compared', (_, bare, wrapped) => {
    const [one, other] = [outline({ ...STATUS, ...bare }), outline({ ...STATUS, ...wrapped })];
    expect(unwrap(one, other)).toEqual({ outlines: [one, one], wrappers: [{ member: 'result', server: 1 }] });
    expect(unwrap(other, one)).toEqual({ outlines: [one, one], wrappers: [{ member: 'result', server: 0 }] });
  });

  it('is not a member that has only some of what is missing', () => {
    const one = outline({ data: 'an object', ...chat('data.') });
    const other = outline({
      data: 'an object',
      'data.id': 'a uuid',
      'data.more': 'an object',
      'data.more.name': 'a text',
    });
    expect(unwrap(one, other)).toEqual({ outlines: [one, other], wrappers: [] });
  });

  it('need not be recognisable where other answers are wrapped', () => {
    const [one, other] = [outline({ data: 'empty' }), outline({ data: 'an object', 'data.result': 'empty' })];
    expect(unwrap(one, other).wrappers).toEqual([]);
    expect(unwrap(one, other, [{ member: 'result', server: 1 }]).outlines).toEqual([one, one]);
  });
});
