import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { DRIVE_LIMITS, type DriveLimits } from '../../../src/conformance/drive/limits.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';
import { startDeadline } from '../../../src/conformance/run/deadline.ts';
import { judgeTarget } from '../../../src/conformance/run/judge-target.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { runChecks, type SuiteOptions } from '../../../src/conformance/run/run-checks.ts';
import { TurnBudget } from '../../../src/conformance/run/turn-budget.ts';
import { type Check, check } from '../../../src/conformance/suite/check-kit/check.ts';
import { flood, openRawTarget, type RawRequest, type RawTarget, respond, STREAM_HEAD } from './raw-target.ts';

const LIMITS: DriveLimits = {
  ...DRIVE_LIMITS,
  outage: 0,
  bytes: 100_000,
  streamBytes: 100_000,
  eventBytes: 10_000,
  events: 500,
};
/** Limits in which only one is shortened, so that a busy machine reaches no other limit first. */
const HASTY = {
  firstByte: { ...LIMITS, firstByte: 200, blockingTurn: 0 },
  idle: { ...LIMITS, idle: 200, streamIdle: 200 },
  total: { ...LIMITS, total: 600, blockingTurn: 0 },
};
const TOKEN = 'a-token-that-must-stay-secret';

const targets: RawTarget[] = [];
afterEach(async () => {
  await Promise.all(targets.splice(0).map((target) => target.close()));
});

async function open(answer: (socket: Socket, request: RawRequest) => void): Promise<RawTarget> {
  const target = await openRawTarget(answer);
  targets.push(target);
  return target;
}

/** Sends a turn and reads the whole response. Reports a violation when the target answers in any other way. */
const aStream = check({
  id: 'hostile.stream',
  requirements: ['stream.terminal.exactly-one'],
  async run(t) {
    const stream = await t.open(t.plain());
    const end = await t.inTime(stream.rest());
    t.expect('stream.terminal.exactly-one').isTrue(stream, end !== undefined, 'an end', 'none');
  },
});
const aList = check({
  id: 'hostile.list',
  requirements: ['stream.terminal.exactly-one'],
  async run(t) {
    const answer = await t.main.get('/chats');
    t.expect('stream.terminal.exactly-one').isTrue(answer, answer.isSuccess, 'success', 'none');
  },
});

function profileOf(baseUrl: string): Profile {
  return {
    baseUrl,
    headers: {},
    credentials: { main: { token: TOKEN } },
    resources: {},
    scenarios: {},
    faults: {},
    timers: { timeScale: 1 },
  };
}

async function drive(
  target: string,
  checks: readonly Check[],
  options: Partial<SuiteOptions> = {},
  limits: DriveLimits = LIMITS,
) {
  const transport = openTransport({ baseUrl: target, limits, usesProxy: false });
  const profile = profileOf(target);
  const plan = planChecks(checks, profile, { only: [], skip: [], isFast: false, isLong: true });
  const registry = loadRegistry();
  try {
    const { requirements } = registry;
    const result = await runChecks({ plan, profile, transport, requirements, concurrency: 4, ...options });
    const { verdict } = reportTarget(target, result.judgement, registry);
    return { verdict, reasons: result.judgement.incomplete.join('\n'), ...result };
  } finally {
    await transport.close();
  }
}

const zeros = gzipSync(Buffer.alloc(3_000_000));
const whole =
  (body: string | Uint8Array, headers = {}) =>
  (socket: Socket) =>
    respond(socket, 200, body, headers);
/** Writes this text, and then a piece for ever. */
const flooding = (text: string, piece: Uint8Array | string) => (socket: Socket) => {
  socket.write(text);
  flood(socket, piece);
};
const raw = (text: string) => (socket: Socket) => void socket.write(text);

/** Why a check is incomplete, and the limits that the exchange reaches. */
type Reason = readonly [says: RegExp, limits?: DriveLimits];

const UNANSWERED: Reason = [/no response headers arrived for 0.2 s/, HASTY.firstByte];
const STALLED: Reason = [/no more of the body arrived for 0.2 s/, HASTY.idle];
const TOO_LARGE: Reason = [/the body has more than 100000 bytes/];
const LARGE_HEAD: Reason = [/the head of the response has more than 16384 bytes/];
const BROKEN_OFF: Reason = [/the response broke off/];
const NOT_HTTP: Reason = [/the target sent an invalid HTTP\/1.1 response/];

describe('an answer', () => {
  it.each<[string, (socket: Socket) => void, Reason]>([
    ['hangs before the head', () => {}, UNANSWERED],
    ['hangs in the head', raw('HTTP/1.1 200 OK\r\ncontent-'), UNANSWERED],
    ['hangs after the head', raw('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'), STALLED],
    ['is a gzip bomb', whole(zeros, { 'content-encoding': 'gzip' }), TOO_LARGE],
    [
      'is damaged gzip',
      whole(gzipSync(randomBytes(5000)).subarray(0, 1000), { 'content-encoding': 'gzip' }),
      [/the response broke off: unexpected end of file/],
    ],
    [
      'claims to be gzip and is not',
      whole(deflateRawSync('x'), { 'content-encoding': 'gzip' }),
      [/the response broke off: incorrect header check/],
    ],
    ['never ends', flooding('HTTP/1.1 200 OK\r\n\r\n', Buffer.alloc(65_536, 0x20)), TOO_LARGE],
    [
      'has endless headers',
      flooding('HTTP/1.1 200 OK\r\n', `x-filler: ${'x'.repeat(60_000)}\r\n`),
      LARGE_HEAD,
    ],
    ['has one header of 100 MB', flooding('HTTP/1.1 200 OK\r\nx-filler: ', 'x'.repeat(65_536)), LARGE_HEAD],
    [
      'is preceded by endless informational responses',
      (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      [/no response headers|not over after|bad response/, HASTY.firstByte],
    ],
    ['is not HTTP', raw('SSH-2.0-OpenSSH_9.7\r\n'), NOT_HTTP],
    ['has an invalid length', raw('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'), NOT_HTTP],
    [
      'closes in the middle',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{'),
      BROKEN_OFF,
    ],
    ['closes at once', (socket) => void socket.end(), BROKEN_OFF],
    ['resets', (socket) => void socket.resetAndDestroy(), BROKEN_OFF],
    [
      'is nested too deep',
      whole('['.repeat(50_000)),
      [/JSON of the target is nested deeper than 500 levels/],
    ],
    [
      'is nested too deep after its contents',
      whole(`{"data":${'{"a":'.repeat(600)}1${'}'.repeat(600)}}`),
      [/nested deeper than 500/],
    ],
  ])(
    'that %s proves nothing, and makes the check incomplete',
    async (_, answer, [reason, limits = LIMITS]) => {
      const { url } = await open(answer);
      const { verdict, reasons, outcomes } = await drive(url, [aList], {}, limits);
      expect(reasons).toMatch(reason);
      expect({ verdict, status: outcomes[0]?.status }).toEqual({
        verdict: 'incomplete',
        status: 'incomplete',
      });
    },
  );

  it('in pieces of one byte takes no more memory than its bytes', async () => {
    const { url } = await open((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      socket.write(`${'1\r\n \r\n'.repeat(50_000)}2\r\n{}\r\n0\r\n\r\n`);
    });
    const { exchanges, outcomes } = await drive(url, [aList]);
    expect(outcomes[0]?.status).toBe('passed');
    expect(exchanges[0]?.length).toBe(50_002);
    expect(exchanges[0]?.chunks.length).toBeLessThanOrEqual(2000);
  });
});

describe('a stream', () => {
  const ping = (data = '{"ts":1795197000}') => `event: ping\ndata: ${data}\n\n`;
  it.each<[string, (socket: Socket, start: string) => void, Reason]>([
    ['hangs after its head', raw(STREAM_HEAD), STALLED],
    ['hangs in an event', raw(`${STREAM_HEAD}event: mess`), STALLED],
    [
      'trickles for ever',
      (socket) => {
        socket.write(STREAM_HEAD);
        const timer = setInterval(() => socket.write(': still here\n'), 50);
        socket.on('close', () => clearInterval(timer));
      },
      [/the exchange was not over after 0.6 s/, HASTY.total],
    ],
    [
      'floods with events',
      (socket, start) => {
        socket.write(STREAM_HEAD + start);
        flood(socket, ping().repeat(100));
      },
      [/the stream has more than 500 events/],
    ],
    ['floods with comments', flooding(STREAM_HEAD, ': x\n\n'.repeat(1000)), TOO_LARGE],
    [
      'is one line of 100 MB',
      flooding(`${STREAM_HEAD}data: `, 'x'.repeat(5000)),
      [/an event of the stream has more than 10000 bytes/],
    ],
    [
      'holds JSON that is nested too deep',
      (socket, start) => {
        socket.write(
          STREAM_HEAD + start + ping(`{"ts":1795197000,"a":${'['.repeat(1000)}${']'.repeat(1000)}}`),
        );
      },
      [/nested deeper than 500 levels/],
    ],
    [
      'breaks off in an event',
      (socket, start) => {
        socket.write(
          'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n',
        );
        socket.end(`${start.length.toString(16)}\r\n${start}\r\n10\r\nevent: mess`);
      },
      BROKEN_OFF,
    ],
    [
      'is reset in an event',
      (socket, start) => {
        socket.write(`${STREAM_HEAD}${start}event: mess`, () => socket.resetAndDestroy());
      },
      BROKEN_OFF,
    ],
    [
      'is a gzip bomb',
      whole(gzipSync(Buffer.alloc(3_000_000, ':\n')), {
        'content-type': 'text/event-stream',
        'content-encoding': 'gzip',
      }),
      TOO_LARGE,
    ],
  ])(
    'that %s proves nothing, and makes the check incomplete',
    async (_, answer, [reason, limits = LIMITS]) => {
      const { url } = await open((socket, { path }) => {
        if (path.endsWith('/messages/stream')) answer(socket, startOf(path));
        else respond(socket, 404, '{}');
      });
      const { verdict, reasons, judgement } = await drive(url, [aStream], {}, limits);
      expect(reasons).toMatch(reason);
      expect([...judgement.rows.values()].flatMap(({ findings }) => findings)).toEqual([]);
      expect(verdict).toBe('incomplete');
    },
  );

  it('may be silent for longer than the limit if a check expects that', async () => {
    const { url } = await open((socket, { path }) => {
      if (!path.endsWith('/messages/stream')) return respond(socket, 404, '{}');
      socket.write(STREAM_HEAD + startOf(path));
      let left = 8;
      const timer = setInterval(() => {
        left -= 1;
        if (left > 0) return void socket.write(': still here\n');
        clearInterval(timer);
        socket.end(`event: message.error\ndata: ${JSON.stringify(TURN_TIMEOUT)}\n\n`);
      }, 100);
    });
    const lasting = check({
      id: 'hostile.lasting',
      requirements: ['stream.terminal.exactly-one'],
      async run(t) {
        const stream = await t.open(t.plain(), { patience: 30_000 });
        const end = await stream.rest();
        t.expect('stream.terminal.exactly-one').equals(stream, end?.type, 'message.error');
      },
    });
    expect(await drive(url, [lasting], {}, HASTY.total)).toMatchObject({ outcomes: [{ status: 'passed' }] });
  });

  it('is a violation if it ends properly without its last event', async () => {
    const { url } = await open((socket, { path }) => {
      if (path.endsWith('/messages/stream')) socket.end(STREAM_HEAD + startOf(path));
      else respond(socket, 404, '{}');
    });
    expect(await drive(url, [aStream])).toMatchObject({ verdict: 'nonconformant' });
  });
});

const TURN_TIMEOUT = { code: 'turn_timeout', message: 'The turn took too long.', retryable: false };

/** The first event of the stream for the given path. */
function startOf(path: string): string {
  const [chatId] = /[\da-f-]{36}/.exec(path) ?? [];
  const data = { chat_id: chatId, message_id: 70_002, request_id: '31486050-a1b6-437a-86f3-0bee987c33fa' };
  return `event: message.start\ndata: ${JSON.stringify(data)}\n\n`;
}

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('with %i to another origin is not followed', async (status) => {
    const elsewhere = await open((socket) => respond(socket, 200, '{"data":[]}'));
    const { url, requests } = await open((socket) =>
      respond(socket, status, '', { location: `${elsewhere.url}/api/v1/chats` }),
    );
    const { outcomes } = await drive(url, [aList, aStream]);
    expect(elsewhere.requests).toEqual([]);
    expect(requests.some(({ head }) => head.includes(TOKEN))).toBe(true);
    expect(outcomes.map(({ status: how }) => how).sort()).toEqual(['incomplete', 'incomplete']);
  });

  it.each([
    ['id', 'the target did not send a usable id'],
    ['further', 'the target sent an id that cannot be part of a path'],
  ])('through a member that leads outside its path is not followed: %s', async (member, reason) => {
    const { url, requests } = await open((socket, { method }) =>
      respond(
        socket,
        method === 'POST' ? 201 : 200,
        '{"data":{"id":"../../admin/users","further":"../../admin/users"}}',
      ),
    );
    const make = check({
      id: 'hostile.chat',
      requirements: [],
      async run(t) {
        const chat = t.requireSuccess(await t.main.post('/chats', {}));
        await t.main.get(`/chats/${chat.data[member]}`);
      },
    });
    const { reasons } = await drive(url, [make]);
    expect(reasons).toContain(reason);
    expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/api/v1/chats']));
  });
});

describe('a target that stops answering', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ ...aList, id: `hostile.list-${index}` }));

  it('is abandoned after several failed exchanges in a row', async () => {
    const { url, requests } = await open((socket) => void socket.end());
    const { verdict, reasons } = await drive(url, many, { concurrency: 1 });
    expect(verdict).toBe('incomplete');
    expect(reasons).toMatch(/the run was given up: 12 exchanges in a row got no whole answer; the last: /);
    const plain = requests.filter(({ head }) => head.includes(TOKEN));
    expect(plain.length).toBeGreaterThanOrEqual(12);
  });

  it('is abandoned when it fails too often, even if it answers some requests', async () => {
    let count = 0;
    const { url } = await open((socket) => {
      count += 1;
      if (count % 2 === 0) respond(socket, 200, '{}');
      else socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{');
    });
    const { reasons } = await drive(url, many, { concurrency: 1 }, { ...LIMITS, failures: 20 });
    expect(reasons).toMatch(/the run was given up: 20 exchanges got no whole answer/);
  });
});

describe('--max-duration', () => {
  it('ends the run against a target that only pings, and cleans up', async () => {
    const { url, requests } = await open((socket, { path }) => {
      if (!path.endsWith('/messages/stream')) return respond(socket, 404, '{}');
      socket.write(STREAM_HEAD + startOf(path));
      const timer = setInterval(() => socket.write(': ping\n\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    const many = Array.from({ length: 4 }, (_, index) => ({ ...aStream, id: `hostile.ping-${index}` }));
    const deadline = startDeadline(3000);
    onTestFinished(() => deadline.end());
    const { verdict, reasons } = await drive(url, many, { concurrency: 2, signal: deadline.signal });
    expect(verdict).toBe('incomplete');
    expect(reasons).toContain('the run was given up: it was not over after 3 s (--max-duration)');
    const streams = requests.filter(({ path }) => path.endsWith('/stream'));
    expect(streams).toHaveLength(2);
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });

  it.each(['text/event-stream', 'application/json'])(
    'ends the run against a target whose first answer, of type %s, never ends',
    async (type) => {
      const { url, requests } = await open((socket) => {
        socket.write(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`);
        const timer = setInterval(() => socket.write(': ping\n\n'), 20);
        socket.on('close', () => clearInterval(timer));
      });
      const report = await judgeTarget({
        profile: profileOf(url),
        plan: { checks: [aList], leftOut: [], unmet: [] },
        concurrency: 1,
        signal: new AbortController().signal,
        maxDuration: 500,
      });
      expect(report).toMatchObject({
        verdict: 'incomplete',
        incomplete: ['the run was given up: it was not over after 0.5 s (--max-duration)'],
      });
      expect(requests).toHaveLength(1);
    },
  );
});

it('--max-turns leaves the checks beyond the limit incomplete, and sends no more turns', async () => {
  const { url, requests } = await open((socket) => respond(socket, 200, '{"data":{}}'));
  const send = (index: number) =>
    check({
      id: `hostile.send-${index}`,
      requirements: ['turns.send.exists'],
      async run(t) {
        t.expect('turns.send.exists').succeeds(await t.main.send(t.plain()));
      },
    });
  const { outcomes, reasons } = await drive(url, [1, 2, 3, 4].map(send), { turns: new TurnBudget(3) });
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['incomplete', 'passed', 'passed', 'passed']);
  expect(reasons).toContain('the run has sent its 3 turns; --max-turns raises the limit');
});

it('a run that is stopped ends at once, cancels its turns, deletes its chats, and reports no violation for a missing response', async () => {
  const stop = new AbortController();
  const { url, requests } = await open((socket, { path }) => {
    if (path.endsWith('/messages/stream')) {
      socket.write(STREAM_HEAD + startOf(path));
      stop.abort();
    } else respond(socket, 404, '{}');
  });
  const waiting = check({
    id: 'hostile.wait',
    requirements: ['stream.terminal.exactly-one'],
    waits: 60_000,
    async run(t) {
      await t.wait(60_000);
      t.expect('stream.terminal.exactly-one').isTrue(await t.main.get('/chats'), false, 'no wait', 'one');
    },
  });
  const { verdict, reasons, judgement, outcomes } = await drive(url, [aStream, waiting], {
    signal: stop.signal,
  });
  expect(verdict).toBe('incomplete');
  expect(reasons).toContain('the run was stopped');
  expect(judgement.rows.get('stream.terminal.exactly-one')?.violations ?? 0).toBe(0);
  expect(outcomes.map(({ status, left }) => ({ status, left }))).toEqual([
    { status: 'incomplete', left: [] },
    { status: 'incomplete', left: [] },
  ]);
  const sent = requests.map(({ method, path }) => `${method} ${path.replace(/[\da-f-]{36}/, 'ID')}`);
  expect(sent).toEqual([
    'POST /api/v1/chats/ID/messages/stream',
    'POST /api/v1/chats/ID/actions/cancel',
    'DELETE /api/v1/chats/ID',
  ]);
});

describe('answers of 1 MiB to many checks', () => {
  const COUNT = 30;
  const body = JSON.stringify({ data: 'x'.repeat(1024 * 1024) });
  const OVER = "the checks that run at once would hold more than 16 MiB of the target's answers";

  async function read(concurrency: number): Promise<string> {
    const { url } = await open((socket) => respond(socket, 200, body));
    let arrived = 0;
    const all = Promise.withResolvers<void>();
    const checks = Array.from({ length: COUNT }, (_, index) => ({ ...aList, id: `hostile.list-${index}` }));
    const holding = checks.map((each) => ({
      ...each,
      async run(t: Parameters<Check['run']>[0]) {
        const answer = await t.main.get('/chats').finally(() => {
          arrived += 1;
          if (concurrency === 1 || arrived === COUNT) all.resolve();
        });
        await all.promise;
        t.expect('stream.terminal.exactly-one').isTrue(answer, answer.isSuccess, 'success', 'none');
      },
    }));
    return (await drive(url, holding, { concurrency }, DRIVE_LIMITS)).reasons;
  }

  it('do not add up if one check follows another', async () => {
    expect(await read(1)).toBe('');
  });

  it('are refused beyond the limit for concurrent checks', async () => {
    expect(await read(COUNT)).toContain(OVER);
  });
});
