import { expect, it } from 'vitest';
import type { JsonObject } from '../../../scripts/generate/spec.ts';
import { changesOf, editionOf } from './small-edition.ts';

const busy = { id: 'busy', status: 409, message_code: 'chat_busy', operations: ['send'] };

it.each<readonly [JsonObject, string, string]>([
  [
    { status: 423 },
    'breaking failure busy: `status` is now 423, was 409',
    'breaking failure busy: `status` is now 409, was 423',
  ],
  [
    { message_code: 'busy' },
    'breaking failure busy: `message_code` is now "busy", was "chat_busy"',
    'breaking failure busy: `message_code` is now "chat_busy", was "busy"',
  ],
  [
    { operations: ['send', 'stream'] },
    'additive failure busy > stream: the operation was added',
    'breaking failure busy > stream: the operation was removed',
  ],
  [
    { decided: { 'A-01': ['send'] } },
    'breaking failure busy > send: `send` is now decided by us, was promised',
    'additive failure busy > send: `send` is now promised, was decided by us',
  ],
  [
    { data: { properties: { message_id: { type: 'integer' } } } },
    'additive failure busy > data > message_id: the member was added',
    'breaking failure busy > data > message_id: the member was removed',
  ],
  [
    { resend: 'soon' },
    'additive failure busy: `resend` is now "soon"',
    'breaking failure busy: `resend` is now nothing, was "soon"',
  ],
  [
    { retry: 'Wait.' },
    'editorial failure busy: `retry` reads otherwise',
    'editorial failure busy: `retry` reads otherwise',
  ],
])('judges a failure that has another member, in both directions: %j', (change, forwards, backwards) => {
  const [before, after] = [editionOf({ errors: [busy] }), editionOf({ errors: [{ ...busy, ...change }] })];
  expect([changesOf(before, after), changesOf(after, before)]).toEqual([[forwards], [backwards]]);
});

it('judges a failure that comes and one that goes', () => {
  const [before, after] = [editionOf({ errors: [] }), editionOf({ errors: [busy] })];
  expect([changesOf(before, after), changesOf(after, before)]).toEqual([
    ['additive failure busy: the failure was added'],
    ['breaking failure busy: the failure was removed'],
  ]);
});

it('refuses a member without a rule', () => {
  const edition = editionOf({ errors: [{ ...busy, colour: 'red' }] });
  expect(() => changesOf(edition, edition)).toThrow(
    'failure busy: no rule says what a change of `colour` means',
  );
});
