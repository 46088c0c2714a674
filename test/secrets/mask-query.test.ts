import { expect, it } from 'vitest';
import { maskQuery } from '../../src/secrets/index.ts';

it.each([
  ['/chats?page=2', '/chats?page=2'],
  ['/chats?access_token=abc&page=2', '/chats?access_token=***&page=2'],
  ['/chats?page=2&api%5fkey=a%20b', '/chats?page=2&api%5fkey=*****'],
  ['/chats?%=a&subscription-key=', '/chats?%=a&subscription-key='],
  ['/token=abc', '/token=abc'],
])('%s is shown as %s', (path, shown) => expect(maskQuery(path)).toBe(shown));
