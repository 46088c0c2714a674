import { expect, it } from 'vitest';
import type { JsonObject } from '../../../scripts/generate/spec.ts';
import { changesOf, editionOf } from './small-edition.ts';

const busy = { id: 'busy', status: 409, message_code: 'chat_busy', operations: ['send'] };

it.each<readonly [string, readonly JsonObject[], readonly JsonObject[], string]>([
  ['a failure comes', [], [busy], 'additive failure busy: the failure was added'],
  ['a failure goes', [busy], [], 'breaking failure busy: the failure was removed'],
  [
    'its status changes',
    [busy],
    [{ ...busy, status: 423 }],
    'breaking failure busy: `status` is now 423, was 409',
  ],
  [
    'its code changes',
    [busy],
    [{ ...busy, message_code: 'busy' }],
    'breaking failure busy: `message_code` is now "busy", was "chat_busy"',
  ],
  [
    'it can occur elsewhere',
    [busy],
    [{ ...busy, operations: ['send', 'stream'] }],
    'additive failure busy > stream: the operation was added',
  ],
  [
    'an operation no longer promises it',
    [busy],
    [{ ...busy, operations: [] }],
    'breaking failure busy > send: the operation was removed',
  ],
  [
    'an operation has it by our decision only',
    [busy],
    [{ ...busy, decided: { 'A-01': ['send'] } }],
    'breaking failure busy > send: `send` is now decided by us, was promised',
  ],
  [
    'a failure by our decision becomes a promise',
    [{ ...busy, decided: { 'A-01': ['send'] } }],
    [busy],
    'additive failure busy > send: `send` is now promised, was decided by us',
  ],
  [
    'it gains a member of data',
    [busy],
    [{ ...busy, data: { properties: { message_id: { type: 'integer' } } } }],
    'additive failure busy > data > message_id: the member was added',
  ],
  [
    'it loses a member of data',
    [{ ...busy, data: { properties: { message_id: { type: 'integer' } } } }],
    [busy],
    'breaking failure busy > data > message_id: the member was removed',
  ],
  [
    'repeating it is safe',
    [busy],
    [{ ...busy, resend: 'soon' }],
    'additive failure busy: `resend` is now "soon"',
  ],
  [
    'repeating it is no longer safe',
    [{ ...busy, resend: 'soon' }],
    [busy],
    'breaking failure busy: `resend` is now nothing, was "soon"',
  ],
  [
    'the wording of the advice changes',
    [busy],
    [{ ...busy, retry: 'Wait.' }],
    'editorial failure busy: `retry` reads otherwise',
  ],
])('%s', (_, before, after, said) => {
  expect(changesOf(editionOf({ errors: before }), editionOf({ errors: after }))).toEqual([said]);
});

it('refuses a member without a rule', () => {
  const edition = editionOf({ errors: [{ ...busy, colour: 'red' }] });
  expect(() => changesOf(edition, edition)).toThrow(
    'failure busy: no rule says what a change of `colour` means',
  );
});
