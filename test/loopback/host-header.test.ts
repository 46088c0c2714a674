import { describe, expect, it } from 'vitest';
import { authorityOf, createHostGuard, guardOf } from '../../src/loopback/index.ts';

const NAMES = ['Gateway.Example', '10.0.0.7', 'fd00::7'];

describe('a guard', () => {
  it.each(['localhost', 'LOCALHOST:4010', '127.0.0.1:4010', '[::1]:4010', '127.1', 'localhost:', undefined])(
    'accepts %j without any names',
    (header) => {
      expect(createHostGuard()(header)).toBe(true);
    },
  );

  it.each([
    'rebound.example',
    '127.0.0.1.rebound.example:4010',
    'localhost.rebound.example',
    'localhost@rebound.example',
    'rebound.example@localhost',
    'rebound.example/@localhost',
    'localhost, rebound.example',
    'localhost rebound.example',
    'localhost:4010:80',
    'localhost:port',
    'localhost/path',
    'localhost?query',
    '[::1',
    ':4010',
    '',
    'gateway.example',
  ])('refuses %j without any names', (header) => {
    expect(createHostGuard()(header)).toBe(false);
  });

  it.each(['gateway.example:4010', 'GATEWAY.EXAMPLE', '10.0.0.7:80', '[fd00::7]:80', 'localhost'])(
    'accepts %j if the name is configured',
    (header) => {
      expect(createHostGuard(NAMES)(header)).toBe(true);
    },
  );

  it.each(['other.example', 'a.gateway.example', 'gateway.example.other.example', '10.0.0.8'])(
    'refuses %j if other names are configured',
    (header) => {
      expect(createHostGuard(NAMES)(header)).toBe(false);
    },
  );

  it('refuses a header even after it has accepted another', () => {
    const accepts = createHostGuard();
    expect(['localhost', 'rebound.example', 'localhost', 'rebound.example'].map(accepts)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

it.each(['http://gateway.example', 'gateway.example:80', 'a b', '', 'localhost/path', '[fd00::7]:80'])(
  'a name cannot be %j',
  (name) => {
    expect(() => createHostGuard([name])).toThrow(/without scheme and port/);
  },
);

it.each([
  ['/chats', 'a.example', 'a.example'],
  ['*', 'a.example', 'a.example'],
  ['/chats?next=http://b.example/', 'a.example', 'a.example'],
  ['//b.example/chats', 'a.example', 'a.example'],
  [undefined, undefined, undefined],
  ['http://b.example:80/chats', 'a.example', 'b.example:80'],
  ['http://b.example', undefined, 'b.example'],
  ['HTTPS://b.example?page=1', 'a.example', 'b.example'],
  ['http://a.example@b.example/', 'a.example', 'a.example@b.example'],
  ['http:///chats', 'a.example', ''],
])('a request for %j with the Host %j names %j', (url, host, named) => {
  expect(authorityOf({ url, headers: { host } })).toBe(named);
});

it.each<[string, string[], boolean | undefined]>([
  ['127.0.0.1', [], false],
  ['127.0.0.1', ['gateway.example'], true],
  ['0.0.0.0', [], undefined],
  ['0.0.0.0', ['other.example'], false],
])('a server at %s that allows %j judges gateway.example as %j', (host, allowed, accepted) => {
  expect(guardOf(host, allowed)?.('gateway.example')).toBe(accepted);
});
