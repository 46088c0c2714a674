import { expect, it } from 'vitest';
import { describePlace } from '../../../src/reference/seed/problem.ts';

it.each([
  ['', 'the seed'],
  ['/seed', 'seed'],
  ['/credentials/3/user', 'credentials[3].user'],
  ['/libraries/0/files/12/text', 'libraries[0].files[12].text'],
  ['/a b', '["a b"]'],
  ['/a~1b~0c', '["a/b~c"]'],
  ['/models/\u001b[2J\u202e', 'models["\\u001b[2J\\u202e"]'],
  [`/${'x'.repeat(100)}`, `["${'x'.repeat(64)}..."]`],
])('names %j as %s', (pointer, place) => {
  expect(describePlace(pointer)).toBe(place);
});
