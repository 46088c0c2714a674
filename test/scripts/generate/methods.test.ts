import { describe, expect, it } from 'vitest';
import { methods } from '../../../generated/methods.js';
import operations from '../../../generated/operations.json' with { type: 'json' };
import { buildMethods } from '../../../scripts/generate/methods.ts';
import { smallSpec } from './small-spec.ts';

const all = Object.entries(methods).flatMap(([tag, group]) =>
  Object.entries(group).map(([name, row]) => ({ called: `${tag}.${name}`, row })),
);

describe('the methods of the client', () => {
  it('exist once for each operation, by its tag', () => {
    const expected = operations.map(({ method, path, tag }) => `${tag.toLowerCase()} ${method} ${path}`);
    const made = all.map(({ called, row }) => `${called.split('.')[0]} ${row.method} ${row.path}`);
    expect(made.sort()).toEqual(expected.sort());
  });

  it('have names without the noun of their tag', () => {
    expect(all.map(({ called }) => called)).toEqual([
      'chats.list',
      'chats.create',
      'chats.get',
      'chats.update',
      'chats.delete',
      'turns.list',
      'turns.send',
      'turns.stream',
      'interactions.approveTool',
      'interactions.respondPlan',
      'interactions.respondElicitation',
      'interactions.cancelAuth',
      'interactions.cancelTurn',
      'catalog.get',
      'skills.list',
      'skills.create',
      'skills.get',
      'skills.update',
      'skills.delete',
      'skills.toggle',
    ]);
  });

  it('have the right input: a query for lists, a key for sends, and a body for changes', () => {
    const having = (member: 'isList' | 'isKeyed') =>
      all.filter(({ row }) => row[member]).map(({ called }) => called);
    expect(having('isList')).toEqual(['chats.list', 'turns.list', 'skills.list']);
    expect(having('isKeyed')).toEqual(['turns.send', 'turns.stream']);
    expect(all.filter(({ row }) => row.input === 'query').map(({ called }) => called)).toEqual(
      having('isList'),
    );
    expect(methods.skills?.toggle).not.toHaveProperty('input');
  });

  it('cannot be made for an unknown tag, nor for two operations with the same name', () => {
    const path = (tag: string) => ({
      'openapi/paths/pet.yaml': {
        get: { operationId: 'getSkill', tags: [tag], responses: {} },
        put: { operationId: 'getSkills', tags: [tag], responses: {} },
      },
    });
    expect(() => buildMethods(smallSpec(path('Pets')))).toThrow('no noun for the tag Pets');
    expect(() => buildMethods(smallSpec(path('Skills')))).toThrow(
      'getSkill and getSkills would both be the method get',
    );
  });
});
