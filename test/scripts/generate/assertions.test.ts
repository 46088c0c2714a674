import { expect, it } from 'vitest';
import { withoutDecisions } from '../../../scripts/generate/assertions.ts';
import type { JsonObject } from '../../../scripts/generate/spec.ts';

it.each<[string, JsonObject, JsonObject]>([
  ['keeps a schema without marks', { type: 'string', maxLength: 3 }, { type: 'string', maxLength: 3 }],
  [
    'drops every assertion of a schema that is a decision, and keeps the schemas inside it',
    {
      'x-decision': 'A-01',
      type: 'object',
      minProperties: 1,
      required: ['a'],
      properties: { a: { type: 'string' } },
    },
    { 'x-decision': 'A-01', properties: { a: { type: 'string' } } },
  ],
  [
    'drops the members that are required by decision',
    { type: 'object', required: ['a', 'b', 'c'], 'x-decision-required': { 'A-01': ['a'], 'A-02': ['c'] } },
    { type: 'object', required: ['b'], 'x-decision-required': { 'A-01': ['a'], 'A-02': ['c'] } },
  ],
  [
    'drops `required` when no member is left',
    { required: ['a'], 'x-decision-required': { 'A-01': ['a'] } },
    { 'x-decision-required': { 'A-01': ['a'] } },
  ],
  [
    'drops the keywords that are a decision',
    { type: 'string', maxLength: 3, 'x-decision-keywords': { 'A-01': ['maxLength'] } },
    { type: 'string', 'x-decision-keywords': { 'A-01': ['maxLength'] } },
  ],
])('withoutDecisions %s', (_, schema, expected) => {
  expect(withoutDecisions(schema)).toEqual(expected);
});
