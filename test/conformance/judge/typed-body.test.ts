import { expect, it } from 'vitest';
import { typedBody } from '../../../src/conformance/judge/typed-body.ts';

it.each([
  ['keeps values with the types of the contract', { name: 'a', x_note: 7 }, { name: 'a', x_note: 7 }],
  ['replaces values of another type by null', { name: 7, model_id: 3 }, { name: null, model_id: 3 }],
  ['replaces an unlisted word by null', { permission_mode: 'plan' }, { permission_mode: null }],
  ['leaves a body that is not an object unchanged', ['a'], ['a']],
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
