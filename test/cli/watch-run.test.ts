import { expect, it } from 'vitest';
import { nameLeftovers } from '../../src/cli/watch-run.ts';

it.each([
  [['/chats/1'], '/chats/1'],
  [['/chats/1', '/chats/2', '/skills/3'], '/chats/1, /chats/2, /skills/3'],
  [
    ['/chats/1', '/chats/2', '/chats/3', '/chats/4', '/chats/5'],
    '/chats/1, /chats/2, /chats/3 and 2 more; `--reporter json` lists them',
  ],
  [['/chats/\u001b[2J'], '/chats/\\u001b[2J'],
])('what %j leaves behind is one short line', (paths, said) => {
  expect(nameLeftovers(paths)).toBe(said);
});
