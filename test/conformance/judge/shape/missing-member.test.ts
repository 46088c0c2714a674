import { describe, expect, it } from 'vitest';
import { describeMissing } from '../../../../src/conformance/judge/shape/missing-member.ts';

describe('a missing member', () => {
  it.each([
    ['names what is there', { id: 1, role: 'user' }, ['content'], 'absent; present: id, role', undefined],
    ['of an empty object', {}, ['content'], 'absent; present: no member', undefined],
    ['of a value that is not an object', [], ['content'], 'absent', undefined],
    [
      'in camelCase',
      { promptTokens: 1 },
      ['prompt_tokens'],
      'absent; present: promptTokens',
      'the members have camelCase names; the contract has snake_case',
    ],
    [
      'in a wrapped payload',
      { data: { text: '', replace: false } },
      ['text', 'replace'],
      'absent; present: data',
      'the payload is wrapped in "data"; send its content itself',
    ],
    [
      'that another object happens to have',
      { role: '', usage: { id: 2 } },
      ['id'],
      'absent; present: role, usage',
      undefined,
    ],
  ])('%s', (_, holder, missing, actual, hint) => {
    expect(describeMissing(holder, missing[0] ?? '', missing)).toEqual({
      actual,
      ...(hint !== undefined && { hint }),
    });
  });

  it.each([
    [
      'in a payload that is wrapped next to its type',
      ['steps', 'kind'],
      'the payload is wrapped in "payload"; send its content itself',
    ],
    ['that another object happens to have', ['steps', 'type'], undefined],
  ])('%s, where the contract names %j', (_, known, hint) => {
    const holder = { type: 'message.step', payload: { steps: [] } };
    expect(describeMissing(holder, 'steps', ['steps'], new Set(known)).hint).toBe(hint);
  });

  it.each([
    [
      'two of the members',
      { id: 1, content: '' },
      'the payload is wrapped in "data"; send its content itself',
    ],
    ['only one of them', { id: 1 }, expect.stringMatching(/^no member is one that the contract names here/)],
  ])('in a wrapped payload that has %s', (_, data, hint) => {
    const all = ['id', 'content', 'role', 'steps', 'usage', 'sources'];
    const holder = { type: 'message.completed', data };
    expect(describeMissing(holder, 'steps', all, new Set(all)).hint).toEqual(hint);
  });

  it.each([
    [
      'in an object without any member of the contract',
      { ok: true },
      /^no member is one that the contract names here/,
    ],
    ['in an object with one of them', { ok: true, meta: {} }, undefined],
    ['in an empty object', {}, undefined],
  ])('%s', (_, holder, hint) => {
    const absence = describeMissing(
      holder,
      'status',
      ['status', 'data'],
      new Set(['status', 'data', 'meta']),
    );
    expect(absence.hint).toEqual(hint && expect.stringMatching(hint));
  });

  it('lists a bounded number of short names', () => {
    const names = Array.from({ length: 100 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]);
    expect(describeMissing(Object.fromEntries(names), 'id', ['id']).actual.length).toBeLessThan(400);
  });
});
