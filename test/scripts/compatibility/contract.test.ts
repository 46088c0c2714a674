/** Tests the rules on the real contract: compares a changed copy with the original. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { distinct } from '../../../scripts/compatibility/change.ts';
import { compareEditions, type Edition } from '../../../scripts/compatibility/compare.ts';
import { readCurrent } from '../../../scripts/compatibility/released.ts';
import { describeChange } from '../../../scripts/compatibility/verdict.ts';
import { isObject, type JsonObject } from '../../../scripts/generate/spec.ts';

const { edition } = readCurrent(resolve(import.meta.dirname, '../../..'));

/** The object at the given place in a document. */
function at(document: JsonObject, ...path: readonly string[]): JsonObject {
  return path.reduce<JsonObject>((holder, name) => {
    const member = holder[name];
    if (!isObject(member)) throw new Error(`there is no ${path.join(' > ')}`);
    return member;
  }, document);
}

const without = (list: unknown, value: string) =>
  Array.isArray(list) ? list.filter((one) => one !== value) : [];

/** Changes a shared schema in both documents. */
const inSchema =
  (type: string, mutate: (schema: JsonObject) => void) =>
  ({ openapi, asyncapi }: Edition): void => {
    mutate(at(openapi, 'components', 'schemas', type));
    if (isObject(at(asyncapi, 'components', 'schemas')[type]))
      mutate(at(asyncapi, 'components', 'schemas', type));
  };

it.each<readonly [expected: string | RegExp, mutate: (copy: Edition) => void]>([
  [
    /^breaking {3}asyncapi\.json {2}event message\.step > data > steps\[\] > timestamp: is no longer required \(and in \d+ other places\)$/,
    inSchema('Step', (step) => Object.assign(step, { required: without(step.required, 'timestamp') })),
  ],
  [
    /^additive {3}asyncapi\.json {2}event message\.step > data > steps\[\] > colour: the optional member was added \(/,
    inSchema('Step', (step) => Object.assign(at(step, 'properties'), { colour: { type: 'string' } })),
  ],
  [
    /^breaking {3}asyncapi\.json {2}event message\.delta > data > text: `type` is now "string" or "null", was "string" \(/,
    inSchema('MessageDelta', (delta) =>
      Object.assign(at(delta, 'properties', 'text'), { type: ['string', 'null'] }),
    ),
  ],
  [
    /^breaking {3}asyncapi\.json {2}event message\.action_required > data > kind auth_required: the variant was removed \(/,
    inSchema('ActionRequired', (action) =>
      Object.assign(action, { oneOf: Array.isArray(action.oneOf) ? action.oneOf.slice(0, -1) : [] }),
    ),
  ],
  [
    /^breaking {3}asyncapi\.json {2}event message\.step > data > steps\[\] > if key is "agents_delegated" > agent_task_ids: is no longer required \(/,
    inSchema('Step', (step) => Object.assign(at(at(step, 'x-conditions'), 'then'), { required: [] })),
  ],
  [
    /^breaking {3}openapi\.json {2}\w+ > response 200 > meta: is no longer required \(and in \d+ other places\)$/,
    inSchema('ChatResponse', (envelope) =>
      Object.assign(envelope, { required: without(envelope.required, 'meta') }),
    ),
  ],
  [
    'breaking   openapi.json  createSkill > request > icon: is required now',
    inSchema('CreateSkillRequest', (request) =>
      Object.assign(request, { required: [...(request.required as string[]), 'icon'] }),
    ),
  ],
  [
    'breaking   openapi.json  listChats > query size: `maximum` is now 100, was 200 (and in 2 other places)',
    ({ openapi }) =>
      Object.assign(at(openapi, 'components', 'parameters', 'Size', 'schema'), { maximum: 100 }),
  ],
  [
    'breaking   openapi.json  createChat: the operation was removed',
    ({ openapi }) => delete at(openapi, 'paths', '/api/v1/chats').post,
  ],
  [
    'breaking   requirements.json  requirement steps.timestamp.date-time: `level` is now should, was must',
    ({ requirements }) =>
      Object.assign(requirements as Record<string, string>, { 'steps.timestamp.date-time': 'should' }),
  ],
  [
    'editorial  openapi.json  openapi.json: `description` reads otherwise',
    ({ openapi }) => Object.assign(at(openapi, 'info'), { description: 'Other words.' }),
  ],
])('reports %s', (expected, mutate) => {
  const copy = structuredClone(edition);
  mutate(copy);
  const said = distinct(compareEditions(edition, copy)).map(describeChange);
  expect(said).toEqual([expected instanceof RegExp ? expect.stringMatching(expected) : expected]);
});

it('reports the change of a type for both the requests and the responses that use it', () => {
  const copy = structuredClone(edition);
  inSchema('PermissionMode', (mode) => Object.assign(mode, { enum: ['manual', 'auto', 'plan'] }))(copy);
  const said = compareEditions(edition, copy).map(({ severity, where }) => `${severity} ${where}`);
  expect(said).toContain('breaking getChat > response 200 > data > permission_mode');
  expect(said).toContain('additive sendMessage > request > permission_mode');
});

it('has a rule for every member and every keyword of the contract', () => {
  expect(compareEditions(edition, structuredClone(edition))).toEqual([]);
});

it('compares every type, since each is used by an operation or an event', () => {
  const copy = structuredClone(edition);
  const types = Object.entries(at(copy.openapi, 'components', 'schemas'));
  for (const [, schema] of types) if (isObject(schema)) schema.description = 'Other words.';
  const compared = new Set(compareEditions(edition, copy).map(({ source }) => source));
  const unused = types.filter(([type]) => !compared.has(`#/components/schemas/${type}/description`));
  // Types that only others extend are expanded in those.
  expect(unused.map(([type]) => type)).toEqual(['MessageBase', 'SuccessEnvelope']);
});
