import type { Random } from '../../../scripts/test/random.ts';
import { type Bytes, utf8 } from './hostile-values.ts';
import type { Skeleton } from './skeletons.ts';
import type { Ids } from './valid-request.ts';

/** Hostile values for an id in a path. */
const IDS: readonly Bytes[] = [
  '9'.repeat(400),
  '-1',
  '0',
  '1.5',
  '1e308',
  'NaN',
  '042',
  '%2B42',
  '42%20',
  '%20',
  '%00',
  '%0d%0aset-cookie:%20a=b',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%zz',
  '%',
  '%2',
  '%252e',
  '..',
  '.',
  '%2e%2e',
  '..%2f..',
  '%2f',
  '%5c',
  'a%2fb',
  ';id=1',
  '*',
  ':chat_id',
  '{chat_id}',
  '__proto__',
  'constructor',
  'undefined',
  'null',
  '~',
  '\x80\xff',
  utf8('🗼'),
  utf8(encodeURIComponent('🗼\u202e')),
  'x'.repeat(300),
  'x'.repeat(10_000),
  'x'.repeat(20_000),
  '%41'.repeat(3000),
];

const QUERIES: readonly Bytes[] = [
  '?',
  '??',
  '?&',
  '?=',
  '?&&&=&=&',
  '?%',
  '?%zz=%zz',
  '?%ff=%ff',
  '?%00=%00',
  '?page',
  '?page=',
  '?page=0',
  '?page=-1',
  '?page=1.5',
  '?page=1e3',
  '?page=1e308',
  '?page=%31',
  '?page=+1',
  '?page=NaN',
  '?page=999999999999999',
  `?page=${'9'.repeat(400)}`,
  '?size=0',
  '?size=201',
  '?size=-1',
  '?size=999999999999999&page=999999999999999',
  '?page=1&page=2',
  '?page[]=1',
  '?page[$gt]=1',
  '?page=1;size=2',
  '?is_favorite=',
  '?is_favorite=TRUE',
  '?is_favorite=1',
  '?is_favorite=true&is_favorite=false',
  '?__proto__=1',
  '?__proto__[page]=1',
  '?constructor=1&toString=2&hasOwnProperty=3',
  '?page=1#fragment',
  '#',
  `?${'a=1&'.repeat(3000)}`,
  `?page=1${'&page=1'.repeat(1500)}`,
  `?${'x'.repeat(20_000)}`,
  '?x=\x80\xff',
  `?x=${utf8('🗼')}`,
];

const PREFIXES: readonly Bytes[] = ['/', '//', '/.', '/..', '/%2e', '\\', '/api/v1/..', 'http:', 'x', ''];
const SUFFIXES: readonly Bytes[] = [
  '/',
  '//',
  '/.',
  '/..',
  '/x',
  '.json',
  '%20',
  ';x',
  '%',
  '%00',
  ' ',
  '\t',
];

const TARGETS: readonly Bytes[] = [
  '*',
  '/',
  '//',
  '/api',
  '/api/v1',
  '/api/v1/',
  '/api/v2/chats',
  '/API/V1/CHATS',
  '/_reference',
  '/_reference/application/turns',
  '/favicon.ico',
  '/.env',
  '/__proto__',
  'http://',
  'http:///api/v1/chats',
  'http://[::1/api/v1/chats',
  'http://elsewhere.example/api/v1/chats',
  'http://user:password@elsewhere.example:99999/api/v1/chats',
  'https://elsewhere.example',
  'ftp://elsewhere.example/api/v1/chats',
  'elsewhere.example:443',
  'javascript:alert(1)',
  '?',
  '#',
];

/** Spellings of a valid id. */
const SPELLINGS: readonly ((id: string) => Bytes)[] = [
  (id) => id,
  (id) => id,
  (id) => id.toUpperCase(),
  (id) => id.replaceAll('-', ''),
  (id) => `{${id}}`,
  (id) => `${id}%00`,
  (id) => `urn:uuid:${id}`,
  (id) => id.replace(/./, (first) => `%${first.charCodeAt(0).toString(16)}`),
];

/** Makes a hostile request target, which may still reach an operation. */
export function spoilTarget({ path, query }: Skeleton, { chat, skill }: Ids, random: Random): Bytes {
  const isRight = random.below(2) === 0;
  const filled = path.replace(/\{\w+\}/, (name) =>
    isRight ? random.pick(SPELLINGS)(name === '{chat_id}' ? chat : skill) : random.pick(IDS),
  );
  switch (random.below(6)) {
    case 0:
      return random.pick(PREFIXES) + filled;
    case 1:
      return filled + random.pick(SUFFIXES);
    case 2:
      return random.pick(TARGETS);
    case 3:
      return `${random.pick(['http://127.0.0.1', 'HTTP://x', 'http://x:1'])}${filled}${random.pick(QUERIES)}`;
    case 4:
      return `${filled}?${random.pick([...query, 'x'])}=${random.pick(IDS)}`;
    default:
      return filled + random.pick(QUERIES);
  }
}
