import { expect, it } from 'vitest';
import { readErrorRows } from '../../../scripts/generate/error-row.ts';
import { smallSpec } from './small-spec.ts';

const [sound] = smallSpec().array('errors.yaml') as object[];

it.each([
  ['without a condition', { condition: undefined }, '`condition` must be a text, not undefined'],
  ['of an unknown channel', { channel: 'mail' }, '`channel` must be one of http, event, not "mail"'],
  ['with an unknown resend', { resend: 'later' }, '`resend` must be one of soon, wait, not "later"'],
  [
    'without a repeat',
    { repeat: undefined },
    '`repeat` must be one of yes, same-key, after-turn, after-other-turn, later, changed, no, not undefined',
  ],
  [
    'with a repeat that contradicts its resend',
    { repeat: 'no', resend: 'soon' },
    'with `resend` soon, `repeat` must be yes or same-key, not no',
  ],
  [
    'that needs a change and does not say which',
    { repeat: 'later' },
    'with `repeat` later, `change` must say what changes first',
  ],
  [
    'with a change where none is needed',
    { change: 'with a key' },
    'with `repeat` yes, `change` must be absent',
  ],
  ['with a misspelt member', { retry_action: 'wait' }, '`retry_action` is not a member of a row'],
])('a row of errors.yaml %s breaks the build', (_case, change, message) => {
  const spec = smallSpec({ 'errors.yaml': [{ ...sound, ...change }] });
  expect(() => readErrorRows(spec)).toThrow(`spec/errors.yaml#/0: no-pet: ${message}`);
});
