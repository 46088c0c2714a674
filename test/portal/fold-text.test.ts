import { expect, it } from 'vitest';
import { foldText } from '../../portal/elements/player/fold-text.ts';

it.each([
  ['message.delta', '{"text":"b","replace":false}', 'ab'],
  ['message.delta', '{"text":"b","replace":true}', 'b'],
  ['message.completed', '{"content":"c"}', 'c'],
  ['message.step', '{"text":"b"}', 'a'],
  ['message.delta', '{"text":1}', 'a'],
  ['message.delta', 'no JSON', 'a'],
])('the text of the player folds %s %s', (type, data, text) => {
  expect(foldText('a', { type, data })).toBe(text);
});
