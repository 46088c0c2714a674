import { expect, it } from 'vitest';
import { keepLinksInside, linkNames } from '../../../scripts/portal/link-names.ts';

const names = new Map([
  ['A-09', '/open-points/A-09/'],
  ['message.start', '/events/message.start/'],
  ['sendMessage', '/operations/sendMessage/'],
  ['chats.get.missing', '/requirements/chats/#chats.get.missing'],
]);

it.each([
  ['an open point in a sentence', 'It is open (A-09).', 'It is open ([A-09](/open-points/A-09/)).'],
  ['an event in a sentence', 'After message.start.', 'After [message.start](/events/message.start/).'],
  ['a name in code', 'Call `sendMessage`.', 'Call [`sendMessage`](/operations/sendMessage/).'],
  [
    'a name in a table',
    '| `chats.get.missing` |',
    '| [`chats.get.missing`](/requirements/chats/#chats.get.missing) |',
  ],
  ['no word that only looks like a name', 'sendMessage and A-099', 'sendMessage and A-099'],
  ['no longer code that has a name in it', '`call sendMessage`', '`call sendMessage`'],
  ['no name that is a link already', '[see A-09](/x/)', '[see A-09](/x/)'],
  ['no name in an attribute', 'a <a id="A-09"></a> b', 'a <a id="A-09"></a> b'],
  ['no name in a heading', '## A-09', '## A-09'],
  ['no name in a block of code', '```sh\necho A-09\n```', '```sh\necho A-09\n```'],
  [
    'no name in a block with a longer fence',
    '````\n```\nA-09\n````\nA-09',
    '````\n```\nA-09\n````\n[A-09](/open-points/A-09/)',
  ],
])('links %s', (_, markdown, linked) => {
  expect(linkNames(markdown, names, '/')).toBe(linked);
});

it('does not link a page to itself', () => {
  expect(linkNames('About A-09.', names, '/open-points/A-09/')).toBe('About A-09.');
});

it.each([
  ['an open point', '[A-64](https://x.example/docs/open-points#a-64)', '[A-64](/open-points/A-64/)'],
  [
    'an open point in HTML',
    '<a href="https://x.example/docs/open-points#a-09">',
    '<a href="/open-points/A-09/">',
  ],
  [
    'a document',
    'The document at https://x.example/asyncapi.json says it.',
    'The document at [asyncapi.json](/asyncapi.json) says it.',
  ],
  ['nothing of another host', '[A-64](https://y.example/docs/open-points#a-64)', undefined],
  ['no other page', '[x](https://x.example/docs/other#a-64)', undefined],
  ['no other file', 'https://x.example/other.json', undefined],
])('redirects the published link to %s into the portal', (_, markdown, kept = markdown) => {
  expect(keepLinksInside(markdown, 'https://x.example/docs/')).toBe(kept);
});
