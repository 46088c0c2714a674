/** The AsyncAPI document: the stream, its events, and how they become bytes. */
import { isObject } from '../generate/spec.ts';
import type { Change } from './change.ts';
import type { Place } from './place.ts';
import { elsewhere, fixed, listed, members, named, prose, type Rule } from './rules.ts';
import { schema } from './schema/compare.ts';
import { format, info, schemaNames, scopes, securitySchemes, serverVariables } from './shared.ts';

const file = 'scripts/compatibility/asyncapi.ts';

/** Events are identified by their name, independent of the channel. */
const events = named({
  noun: 'the event',
  step: (name) => `event ${name}`,
  // A client ignores an unknown event. If that event is the last one, the client waits forever.
  added: (event) => (isObject(event) && event['x-terminal'] === true ? 'breaking' : 'additive'),
  removed: 'breaking',
  each: members(
    {
      name: fixed,
      title: prose,
      summary: prose,
      description: prose,
      tags: prose,
      contentType: fixed,
      payload: (before, after, at, name) =>
        schema(before, after, { ...at, trail: [...at.trail, 'data'] }, name),
      'x-terminal': fixed,
      examples: prose,
    },
    file,
  ),
});

const inChannel: Rule = (before, after, at, name) => events(before, after, { ...at, trail: [] }, name);

const channels = named({
  noun: 'the channel',
  step: (name) => `channel ${name}`,
  added: 'additive',
  removed: 'breaking',
  each: members(
    {
      address: fixed,
      title: prose,
      summary: prose,
      description: prose,
      servers: fixed,
      parameters: named({
        noun: 'the parameter',
        step: (name) => `path ${name}`,
        added: 'breaking',
        removed: 'breaking',
        each: members({ description: prose, examples: prose }, file),
      }),
      messages: inChannel,
      'x-sse': members(
        {
          description: prose,
          request: fixed,
          contentType: fixed,
          event: fixed,
          data: fixed,
          first: fixed,
          terminal: fixed,
          keepAlive: fixed,
        },
        file,
      ),
    },
    file,
  ),
});

const operations = named({
  noun: 'the operation',
  step: (name) => `operation ${name}`,
  added: 'additive',
  removed: 'breaking',
  each: members(
    {
      action: fixed,
      channel: fixed,
      title: prose,
      summary: prose,
      description: prose,
      security: fixed,
      'x-required-scopes': scopes,
      bindings: fixed,
      messages: listed('additive', 'breaking'),
    },
    file,
  ),
});

const servers = named({
  noun: 'the server',
  step: (name) => `server ${name}`,
  added: 'additive',
  removed: 'breaking',
  each: members(
    { description: prose, host: fixed, protocol: fixed, variables: serverVariables, security: fixed },
    file,
  ),
});

const document = members(
  {
    asyncapi: format,
    info,
    defaultContentType: fixed,
    servers,
    channels,
    operations,
    components: members({ schemas: schemaNames, securitySchemes, messages: elsewhere, tags: prose }, file),
  },
  file,
);

/** @throws UnclassifiedError, BrokenReferenceError */
export function compareAsyncapi(at: Place): readonly Change[] {
  return document(at.before, at.after, at, at.document);
}
