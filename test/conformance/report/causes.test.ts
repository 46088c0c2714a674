import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../scripts/test/random.ts';
import { Causes } from '../../../src/conformance/report/causes.ts';
import { groupFailures } from '../../../src/conformance/report/group-failures.ts';
import { judgeBytes } from './judge-bytes.ts';

type Change = (payload: unknown, event: string) => unknown;

/** Mistakes that a program repeats in every payload. */
const MISTAKES: Readonly<Record<string, Change>> = {
  'wrap the payload': (payload) => ({ data: payload }),
  'wrap the payload beside its type': (payload, type) => ({ type, payload }),
  'write camelCase': (payload) => toCamelCase(payload),
};

const folder = new URL('../../../spec/examples/streams/', import.meta.url);
const streams = readdirSync(folder).filter((name) => name.endsWith('.sse'));

describe('one cause is one finding', () => {
  it.each(Object.keys(MISTAKES))('in servers that %s', async (mistake) => {
    const found: Record<string, readonly string[]> = {};
    for (const name of streams) {
      const { requirements } = await judgeBytes(name, change(name, MISTAKES[mistake] as Change));
      const failed = requirements.filter(({ status }) => status === 'failed');
      const causes = new Causes(failed);
      found[name] = failed.filter((row) => !causes.follows(row)).map(({ id }) => id);
    }
    expect(Object.fromEntries(Object.entries(found).filter(([, ids]) => ids.length !== 1))).toEqual({});
  });

  it('but requirements with another cause are kept', async () => {
    const text = change('plain.sse', (payload) => ({ data: payload })).replace(
      'event: message.completed',
      'event: ping',
    );
    const { requirements } = await judgeBytes('x', text);
    const failed = requirements.filter(({ status }) => status === 'failed');
    const causes = new Causes(failed);
    expect(failed.filter((row) => !causes.follows(row)).map(({ id }) => id)).toContain(
      'stream.terminal.exactly-one',
    );
  });
});

describe('a consequence of a cause', () => {
  const hint = 'the payload is wrapped in "data"; send its content itself';
  const request = 'POST /api/v1/chats/1/messages/stream';
  const row = (id: string, ...findings: readonly Readonly<Record<string, unknown>>[]) =>
    ({ id, findings: findings.map((finding) => ({ file: 'x', request, ...finding })) }) as never;
  const shown = row('shown', { eventType: 'message.start', actual: 'absent; present: data', hint });

  it.each([
    ['misses something at the end of the same kind of stream', { actual: 'absent' }, ['shown']],
    [
      'misses something in the same kind of event',
      { eventType: 'message.start', actual: 'absent' },
      ['shown'],
    ],
    ['was hinted at', { actual: '[]', hint }, ['shown']],
    ['misses something in another event', { eventType: 'ping', actual: 'absent' }, ['shown', 'other']],
    [
      'misses something in another operation',
      { request: 'GET /api/v1/skills', actual: 'absent' },
      ['shown', 'other'],
    ],
    ['found something else', { actual: '"two"' }, ['shown', 'other']],
  ])('is recognised, or not, in a requirement that %s', (_, finding, own) => {
    const rows = [row('other', finding), shown];
    const causes = new Causes(rows);
    const left = rows.filter((each) => !causes.follows(each)).map(({ id }: { id: string }) => id);
    expect(left.sort()).toEqual([...own].sort());
  });

  it('is not what an answer lacks whose values have a wrong form', () => {
    const wrong = row('wrong', { pointer: '/id', actual: '"4"', hint: 'integers are sent as text' });
    const lacking = row('lacking', { actual: 'absent' });
    expect(new Causes([wrong, lacking]).follows(lacking)).toBe(false);
  });

  it('follows the requirement whose finding shows what is there instead', () => {
    const causes = new Causes([row('claimed', { actual: '[]', hint }), shown]);
    expect(causes.followersOf(shown)).toEqual(['claimed']);
  });
});

/** Creates requirements whose findings are like this one, unless they say otherwise. */
function rowsLike(usual: Readonly<Record<string, string>>) {
  return (id: string, violations: number, ...findings: readonly Readonly<Record<string, unknown>>[]) =>
    ({
      id,
      violations,
      findings: findings.map((finding) => ({ file: 'x', ...usual, ...finding })),
    }) as never;
}

describe('a refusal of what must be taken', () => {
  const send = 'POST /api/v1/chats/1/messages';
  const refused = '"400 api_v1_invalid_request"';
  const row = rowsLike({ request: send, expected: '2xx', actual: refused });
  const rare = row('rare', 1, {});
  const often = row('often', 7, {}, {});

  it('is one finding of the requirement that it violates most often', () => {
    expect(new Causes([rare, often]).followersOf(often)).toEqual(['rare']);
  });

  it('leaves requirements together that the same findings show', () => {
    const rows = [row('one', 1, { exchange: 1 }), row('two', 1, { exchange: 1 })];
    const causes = new Causes(rows);
    expect(rows.filter((each) => causes.follows(each))).toEqual([]);
  });

  it.each([
    ['a stream of the same body', { request: `${send}/stream` }, ['other']],
    ['another refusal there with this answer', { expected: '409 api_v1_chat_busy' }, ['other']],
    ['another code', { actual: '"400 api_v1_agents_disabled"' }, []],
    ['another operation', { request: 'POST /api/v1/chats' }, []],
    ['a member of the refusal', { pointer: '/message_code' }, []],
    ['a success instead of a refusal', { expected: 'a refusal, 4xx', actual: '"200 api_v1_ok"' }, []],
  ])('explains, or does not explain, %s', (_, finding, followers) => {
    expect(new Causes([often, row('other', 1, finding)]).followersOf(often)).toEqual(followers);
  });

  it.each([
    ['"403 api_v1_agent_not_available"', ['often', 'rare']],
    ['"400 api_v1_invalid_request"', []],
  ])('%s follows a catalog that lists what cannot be used: %j', (actual, followers) => {
    const offer = row('catalog.agents.runnable-only', 1, { request: 'GET /api/v1/chat/catalog' });
    const rows = [row('often', 7, { actual }, { actual }), row('rare', 1, { actual }), offer];
    expect(new Causes(rows).followersOf(offer)).toEqual(followers);
  });

  it('leads no requirement if a hint explains it, since that may lead elsewhere', () => {
    const hint = 'the service does not serve this operation';
    const hinted = row('hinted', 9, { hint });
    const often = row('often', 7, { hint, exchange: 1 }, { hint, exchange: 2 });
    const rows = [hinted, often, row('rare', 1, {})] as never[];
    const causes = new Causes(rows);
    const shown = rows.filter((each) => !causes.follows(each)).map(({ id }: { id: string }) => id);
    expect(shown).toEqual(['hinted', 'rare']);
  });

  it('is not a conflict, which depends on what the chat does', () => {
    const busy = { actual: '"409 api_v1_chat_busy"' };
    const leading = row('often', 7, { ...busy, exchange: 1 }, { ...busy, exchange: 2 });
    expect(new Causes([row('rare', 1, { ...busy, exchange: 3 }), leading]).followersOf(leading)).toEqual([]);
  });

  it('does not explain a requirement that something else violates too', () => {
    const mixed = row('mixed', 2, {}, { actual: '"404 api_v1_not_found"' });
    expect(new Causes([often, mixed]).followersOf(often)).toEqual([]);
  });
});

describe('a mistaken refusal', () => {
  const expected = '404 api_v1_not_found';
  const actual = '"400 api_v1_not_found"';
  const accepted = { actual: '"200 api_v1_ok"' };
  const row = rowsLike({ request: 'GET /api/v1/chats/1', expected, actual });
  const often = row('often', 30, { exchange: 1 }, { exchange: 2, request: 'DELETE /api/v1/skills/1' });
  const followersOf = (leader: never, ...rows: readonly never[]) =>
    new Causes([...rows, leader]).followersOf(leader);

  it('is one finding at all operations, of the requirement that it violates most often', () => {
    const elsewhere = row('elsewhere', 1, { exchange: 3, request: 'PATCH /api/v1/chats/1' });
    expect(followersOf(often, elsewhere)).toEqual(['elsewhere']);
  });

  it.each([
    ['one of several expected codes', { expected: `${expected} or 404 api_v1_action_not_found` }, ['other']],
    ['another mistake', { actual: '"403 api_v1_forbidden"' }, []],
    ['another expected refusal', { expected: '403 api_v1_forbidden' }, []],
    ['what was accepted instead', accepted, []],
    ['a member of the refusal', { pointer: '/data' }, []],
    ['another server', { file: 'y' }, []],
  ])('explains, or does not explain, %s', (_, finding, followers) => {
    expect(followersOf(often, row('other', 1, { exchange: 3, ...finding }))).toEqual(followers);
  });

  it.each([
    ['a conflict', '"409 api_v1_chat_busy"', ['other']],
    ['an outage', '"503 api_v1_unavailable"', ['other']],
    ['a crash, which every defect may cause', '"500 no JSON"', []],
  ])('may, or may not, be %s', (_, instead, followers) => {
    const leader = row('leader', 2, { exchange: 1, actual: instead }, { exchange: 2, actual: instead });
    expect(followersOf(leader, row('other', 1, { exchange: 3, actual: instead }))).toEqual(followers);
  });

  it.each([
    ['a hint explains', { hint: 'the service does not serve this operation' }],
    ['something else shows too', accepted],
  ])('leads no requirement if %s', (_, finding) => {
    const leader = row('leader', 40, { exchange: 1 }, { exchange: 2, ...finding });
    expect(followersOf(leader, row('other', 1, { exchange: 3 }))).toEqual([]);
  });

  it('does not explain a requirement that something else violates too', () => {
    expect(followersOf(often, row('mixed', 2, { exchange: 3 }, { exchange: 4, ...accepted }))).toEqual([]);
  });

  it('follows the wider requirement if no other one shows the same mistake alone', () => {
    const wide = row('wide', 3, { exchange: 1 }, { exchange: 2 }, { exchange: 3, ...accepted });
    expect(followersOf(wide, row('narrow', 2, { exchange: 1 }, { exchange: 2 }))).toEqual(['narrow']);
  });

  it('leads no requirement if it follows a refusal of what must be taken', () => {
    const forbidden = { actual: '"403 api_v1_forbidden"' };
    const refused = row('refused', 9, { ...forbidden, expected: '2xx', exchange: 1 });
    const following = row('following', 5, { ...forbidden, exchange: 2 });
    const apart = row('apart', 4, { ...forbidden, exchange: 3, request: 'GET /api/v1/skills/1' });
    expect(followersOf(refused, following, apart)).toEqual(['following']);
    expect(followersOf(following, refused, apart)).toEqual([]);
  });
});

it('shows or names every requirement exactly once, whatever was found', () => {
  const { below, pick } = seededRandom(1);
  const list = <Item>(length: number, make: (at: number) => Item) =>
    Array.from({ length }, (_, at) => make(at));
  for (let trial = 0; trial < 5000; trial += 1) {
    const rows = list(4, (at) => {
      const findings = list(1 + below(3), () => ({
        file: 'x',
        exchange: below(4),
        request: pick(['GET /api/v1/chats/1', 'GET /api/v1/skills/1']),
        expected: pick(['2xx', '404 api_v1_not_found']),
        actual: pick(['"403 api_v1_forbidden"', '"400 api_v1_invalid_request"', 'absent']),
        ...pick([{}, {}, {}, { hint: 'a cause' }]),
      }));
      return { id: String(at), violations: findings.length + below(3), findings };
    });
    const shown = groupFailures(rows as never, []).flatMap((group) => [
      ...group.rows.map(({ id }) => id),
      ...group.followers,
    ]);
    expect(shown.sort(), JSON.stringify(rows)).toEqual(['0', '1', '2', '3']);
  }
});

function change(name: string, mistake: Change): string {
  let event = '';
  const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
  return lines
    .map((line) => {
      if (line.startsWith('event: ')) event = line.slice('event: '.length);
      if (!line.startsWith('data: ')) return line;
      return `data: ${JSON.stringify(mistake(JSON.parse(line.slice('data: '.length)), event))}`;
    })
    .join('\n');
}

function toCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      toCamelCase(member),
    ]),
  );
}
