import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../../src/conformance/comparison/compare-runs.ts';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';

const CHAT = '7d9c1b1e-6a0c-4f43-9a51-6a3e5b0c2f11';
const OTHER_CHAT = '0f9d3a4c-1111-4222-8333-944455566677';

interface Asked {
  readonly check?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly type?: string;
  readonly end?: LoggedExchange['end'];
}

function exchange(body: unknown, asked: Asked = {}): Omit<LoggedExchange, 'number'> {
  const { check = 'chats.get', method = 'GET', path = `/api/v1/chats/${CHAT}` } = asked;
  const { status = 200, type = 'application/json', end = 'server' } = asked;
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return {
    check,
    actor: 'main',
    request: { method, path, headers: {} },
    sentAt: 0,
    status,
    headers: { 'content-type': type },
    chunks: [{ at: 1, bytes }],
    length: bytes.length,
    end,
  };
}

function run(...exchanges: readonly Omit<LoggedExchange, 'number'>[]) {
  return {
    exchanges: exchanges.map((each, number) => ({ ...each, number })),
    judgement: new Judgement(),
  };
}

/** The differences between two servers. By default the first server answers the same way each time. */
function differences(one: ReturnType<typeof run>, other: ReturnType<typeof run>, again = one) {
  return compareRuns(one, other, again, 1).differences.map(
    ({ operation, place, one, other, count }) =>
      `${operation} ${place}: ${one ?? 'absent'}, ${other ?? 'absent'}; ${count}`,
  );
}

const chat = (members: object) => exchange({ data: { id: CHAT, name: 'Harbour', ...members } });
const stream = (...events: readonly [type: string, data: object][]) =>
  events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`).join('');
const sent = (text: string, end?: LoggedExchange['end']) =>
  exchange(text, {
    method: 'POST',
    path: `/api/v1/chats/${CHAT}/messages/stream`,
    type: 'text/event-stream',
    end,
  });

describe('two servers', () => {
  it('are equal apart from the size of their integers', () => {
    const [small, large] = [3, '9007199254740993'].map((id) => run(exchange(`{"data":{"model_id":${id}}}`)));
    expect(differences(small as never, large as never)).toEqual([]);
    const fraction = run(exchange('{"data":{"model_id":0.12345678901234567890}}'));
    expect(differences(large as never, fraction)).toEqual([
      'getChat data.model_id: an integer, a fraction; 1',
    ]);
  });

  it('are equal apart from ids, times, numbers, texts, member order and page length', () => {
    const list = (...ids: readonly string[]) =>
      exchange({ data: ids.map((id) => ({ id, is_favorite: id === CHAT })) }, { path: '/api/v1/chats' });
    const one = run(chat({ created_at: '2026-01-02T03:04:05Z', total: 3, mode: 'x' }), list(CHAT));
    const other = run(
      exchange(
        { data: { total: 4, mode: 'y', created_at: '2027-01-02T03:04:05.5Z', name: 'Else', id: OTHER_CHAT } },
        { path: `/api/v1/chats/${OTHER_CHAT}` },
      ),
      list(OTHER_CHAT, OTHER_CHAT),
    );
    expect(differences(one, other)).toEqual([]);
    expect(compareRuns(one, other, one, 1)).toMatchObject({ pairs: 2, unpaired: 0 });
    expect(differences(one, run(chat({ created_at: '2026', total: 3, mode: 'x' }), list()))).toEqual([
      'getChat data.created_at: a time, a text; 1',
    ]);
  });

  it.each<[string, object, object, string]>([
    ['a member', { a: 1 }, {}, 'getChat data.a: an integer, absent; 1'],
    ['a type', { a: 1 }, { a: '1' }, 'getChat data.a: an integer, a text; 1'],
    ['null, which stands for absent (A-141)', { a: 'x' }, { a: null }, 'getChat data.a: a text, absent; 1'],
    [
      'a word',
      { permission_mode: 'auto' },
      { permission_mode: 'manual' },
      'getChat data.permission_mode: auto, manual; 1',
    ],
    ['a boolean', { a: true }, { a: false }, 'getChat data.a: true, false; 1'],
    ['emptiness', { a: [1] }, { a: [] }, 'getChat data.a: a list, empty; 1'],
    [
      'an object, and not also in its members',
      { a: { b: 1, c: 2 } },
      {},
      'getChat data.a: an object, absent; 1',
    ],
  ])('differ in %s', (_, one, other, expected) => {
    expect(differences(run(chat(one)), run(chat(other)))).toEqual([expected]);
  });

  it('with different statuses are not compared any further', () => {
    const refused = exchange({ message_code: 'api_v1_not_found' }, { status: 404 });
    expect(differences(run(chat({})), run(refused))).toEqual(['getChat HTTP status: 200, 404; 1']);
  });

  it('differ in the event types of complete streams and in event members', () => {
    const whole = stream(['message.start', { message_id: 1 }], ['message.completed', { content: 'x' }]);
    const other = stream(['message.start', { message_id: '1' }], ['message.completed', { content: 'y' }]);
    const cut = stream(['message.start', { message_id: 1 }]);
    expect(differences(run(sent(whole)), run(sent(other)))).toEqual([
      'streamMessage message.start!message_id: an integer, a text; 1',
    ]);
    expect(differences(run(sent(whole)), run(sent(cut)))).toEqual([
      'streamMessage kinds of events: message.completed or message.start, message.start; 1',
    ]);
    expect(differences(run(sent(whole)), run(sent(cut, 'client')))).toEqual([]);
  });

  it('differ in the type of a value, but not in members that only the items of one account have', () => {
    const list = (name: unknown) => exchange({ data: [{ name }] }, { path: '/api/v1/chats' });
    expect(differences(run(list(null)), run(list('Tides')))).toEqual([]);
    expect(differences(run(list(1)), run(list('Tides')))).toEqual([
      'listChats data[].name: an integer, a text; 1',
    ]);
  });

  it('do not differ in which of two concurrent requests is refused', () => {
    const send = (status: number, path: string) => exchange({}, { method: 'POST', path, status });
    const [blocking, stream] = [`/api/v1/chats/${CHAT}/messages`, `/api/v1/chats/${CHAT}/messages/stream`];
    const one = run(send(200, blocking), send(409, stream));
    expect(differences(one, run(send(409, blocking), send(200, stream)))).toEqual([]);
    expect(differences(one, run(send(409, blocking), send(409, stream)))).toEqual([
      'sendMessage HTTP status: 200, 409; 1',
    ]);
  });

  it('are not compared where one of them did not answer', () => {
    const { status: _, ...unanswered } = chat({});
    expect(compareRuns(run(chat({})), run(unanswered), run(chat({})), 1)).toMatchObject({
      pairs: 0,
      differences: [],
    });
  });

  it('do not differ where repeated runs of the first server differ', () => {
    const [yes, no] = [run(chat({ a: true })), run(chat({ a: false }))];
    expect(differences(yes, no)).toHaveLength(1);
    expect(differences(yes, no, no)).toEqual([]);
  });

  it('are compared in any order of requests, and the comparisons are counted', () => {
    const [yes, no, none] = [chat({ a: true }), chat({ a: false }), chat({})];
    expect(differences(run(yes, no), run(no, yes))).toEqual([]);
    expect(differences(run(yes, yes, no), run(none, none, no))).toEqual(['getChat data.a: true, absent; 2']);
    expect(compareRuns(run(yes, no), run(yes), run(yes, no), 1)).toMatchObject({ pairs: 1, unpaired: 1 });
  });

  it('violate the requirement of a finding about the same place only', () => {
    const other = run(chat({ a: 1 }));
    const finding = { expected: 'a text', actual: '1' };
    other.judgement.report('chats.get.exists', 0, { ...finding, pointer: '/data/a' });
    other.judgement.report('chats.name.string', 0, { ...finding, pointer: '/data/name' });
    other.judgement.report('chats.model.integer', 0, { ...finding, pointer: '/data/ab' });
    const [difference] = compareRuns(run(chat({ a: 'x' })), other, run(chat({ a: 'x' })), 1).differences;
    expect(difference?.violations).toEqual([{ requirement: 'chats.get.exists', server: 1 }]);
  });
});
