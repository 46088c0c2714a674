import { expect, it } from 'vitest';
import { typedBody } from '../../../src/conformance/judge/typed-body.ts';

it.each([
  ['keeps what has the types of the contract', { name: 'a', x_note: 7 }, { name: 'a', x_note: 7 }],
  ['expects nothing of another type', { name: 7, model_id: 3 }, { name: null, model_id: 3 }],
  ['expects nothing of a word that is not listed', { permission_mode: 'plan' }, { permission_mode: null }],
  ['leaves a body that is no object as it is', ['a'], ['a']],
])('%s', (_, body, typed) => {
  expect(typedBody('createChat', body)).toEqual(typed);
});

it('looks into lists and objects', () => {
  const sound = { content: 'a', attachments: { skill_ids: [7] } };
  expect(typedBody('sendMessage', sound)).toBe(sound);
  expect(typedBody('sendMessage', { content: 'a', attachments: { skill_ids: ['7'] } })).toEqual({
    content: 'a',
    attachments: null,
  });
});
