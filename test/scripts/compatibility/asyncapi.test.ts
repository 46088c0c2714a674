import { expect, it } from 'vitest';
import type { JsonObject } from '../../../scripts/generate/spec.ts';
import { changesOf, editionOf } from './small-edition.ts';

/** An edition whose stream has these events. */
const streamOf = (messages: JsonObject, channel: JsonObject = {}) =>
  editionOf({
    asyncapi: {
      channels: {
        stream: {
          messages: Object.fromEntries(
            Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }]),
          ),
          ...channel,
        },
      },
      components: { messages },
    },
  });

const ping = { payload: { type: 'object', properties: { ts: { type: 'number' } } } };
const sse = (more: JsonObject) => ({
  'x-sse': { description: 'How events become bytes', first: 'ping', ...more },
});

it.each([
  [
    'a new event is ignored by clients that do not know it',
    streamOf({ ping }),
    streamOf({ ping, pause: ping }),
    'additive event pause: the event was added',
  ],
  [
    'clients rely on an existing event',
    streamOf({ ping, pause: ping }),
    streamOf({ ping }),
    'breaking event pause: the event was removed',
  ],
  [
    'a new event that ends the stream cannot be ignored: a client would wait for ever',
    streamOf({ ping }),
    streamOf({ ping, stopped: { 'x-terminal': true } }),
    'breaking event stopped: the event was added',
  ],
  [
    'the events that end a stream must not change',
    streamOf({ ping }),
    streamOf({ ping: { ...ping, 'x-terminal': true } }),
    'breaking event ping: `x-terminal` is now true, was nothing',
  ],
  [
    'the service writes the data',
    streamOf({ ping }),
    streamOf({ ping: { payload: { type: 'object', properties: { ts: { type: ['number', 'null'] } } } } }),
    'breaking event ping > data > ts: `type` is now "number" or "null", was "number"',
  ],
  [
    'a member of the data may be added',
    streamOf({ ping: { payload: { type: 'object' } } }),
    streamOf({ ping }),
    'additive event ping > data > ts: the optional member was added',
  ],
  [
    'descriptions are editorial',
    streamOf({ ping }),
    streamOf({ ping: { ...ping, description: 'Every 15 seconds' } }),
    'editorial event ping: `description` reads otherwise',
  ],
  [
    'the silence before a ping is a promise',
    streamOf({ ping }, sse({ keepAlive: { silenceSeconds: 15 } })),
    streamOf({ ping }, sse({ keepAlive: { silenceSeconds: 30 } })),
    'breaking channel stream: `keepAlive` is now {"silenceSeconds":30}, was {"silenceSeconds":15}',
  ],
  [
    'the address of the channel must not change',
    streamOf({ ping }, { address: '/a' }),
    streamOf({ ping }, { address: '/b' }),
    'breaking channel stream: `address` is now "/b", was "/a"',
  ],
])('%s', (_, before, after, said) => {
  expect(changesOf(before, after)).toEqual([said]);
});

it.each([
  ['the document', { id: 'urn:x' }, 'asyncapi.json: no rule says what a change of `id` means'],
  [
    'an event',
    streamOf({ ping: { ...ping, correlationId: {} } }).asyncapi,
    'event ping: no rule says what a change of `correlationId` means',
  ],
])('refuses a member of %s without a rule', (_, asyncapi, message) => {
  const edition = editionOf({ asyncapi });
  expect(() => changesOf(edition, edition)).toThrow(message);
});
