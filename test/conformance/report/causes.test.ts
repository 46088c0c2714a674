import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Causes } from '../../../src/conformance/report/causes.ts';
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

  it('follows the requirement whose finding shows what is there instead', () => {
    const causes = new Causes([row('claimed', { actual: '[]', hint }), shown]);
    expect(causes.followersOf(shown)).toEqual(['claimed']);
  });
});

describe('a refusal of what must be taken', () => {
  const send = 'POST /api/v1/chats/1/messages';
  const refused = '"400 api_v1_invalid_request"';
  const row = (id: string, violations: number, ...findings: readonly Readonly<Record<string, unknown>>[]) =>
    ({
      id,
      violations,
      findings: findings.map((finding) => ({
        file: 'x',
        request: send,
        expected: '2xx',
        actual: refused,
        ...finding,
      })),
    }) as never;
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
  const row = (id: string, violations: number, ...findings: readonly Readonly<Record<string, unknown>>[]) =>
    ({
      id,
      violations,
      findings: findings.map((finding) => ({
        file: 'x',
        request: 'GET /api/v1/chats/1',
        expected,
        actual,
        ...finding,
      })),
    }) as never;
  const often = row('often', 30, { exchange: 1 }, { exchange: 2, request: 'DELETE /api/v1/skills/1' });
  const followers = (...rows: readonly never[]) => new Causes([...rows, often]).followersOf(often);

  it('is one finding at all operations, of the requirement that it violates most often', () => {
    const elsewhere = row('elsewhere', 1, { exchange: 3, request: 'PATCH /api/v1/chats/1' });
    expect(followers(elsewhere)).toEqual(['elsewhere']);
  });

  it.each([
    [
      'an answer that may have another code',
      { expected: `${expected} or 404 api_v1_action_not_found` },
      ['other'],
    ],
    ['another mistake', { actual: '"403 api_v1_forbidden"' }, []],
    ['another refusal', { expected: '403 api_v1_forbidden' }, []],
    ['what was accepted instead', { actual: '"200 api_v1_ok"' }, []],
    ['a member of the refusal', { pointer: '/data' }, []],
    ['what a hint explains', { hint: 'the service does not serve this operation' }, []],
  ])('explains, or does not explain, %s', (_, finding, expected) => {
    expect(followers(row('other', 1, { exchange: 3, ...finding }))).toEqual(expected);
  });

  it('does not explain a requirement that something else violates too', () => {
    expect(followers(row('mixed', 2, { exchange: 3 }, { exchange: 4, actual: '"200 api_v1_ok"' }))).toEqual(
      [],
    );
  });
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
