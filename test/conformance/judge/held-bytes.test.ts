import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { ExchangeJudge } from '../../../src/conformance/judge/exchange-judge.ts';
import { Judgement } from '../../../src/conformance/judge/judgement.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const MEBIBYTE = 1024 * 1024;
/** Exchanges that are open at once. */
const OPEN = 16;
/** Memory of an exchange that the count leaves out: its judges and rules. */
const OVERHEAD = 256 * 1024;

/** Memory that is kept for later exchanges, whatever their number. */
const SPARE = 6 * MEBIBYTE;

const CHAT = '4be83950-3ee8-4ec4-b157-c05c3e6a3437';
const PATH = `/api/v1/chats/${CHAT}/messages/stream`;
const event = (type: string, data: string) => `event: ${type}\ndata: ${data}\n\n`;
const START = event('message.start', `{"chat_id":"${CHAT}","message_id":1,"request_id":"${CHAT}"}`);
const long = (unit = 'x', characters = MEBIBYTE) => unit.repeat(characters / unit.length);
/** A list of objects, each with its own number. */
const list = (length: number, item: (number: number) => string) =>
  Array.from({ length }, (_, n) => item(n)).join();
const delta = (text: string) => event('message.delta', JSON.stringify({ text, replace: false }));

/** Data that a server or a recorder can make the judge keep, by the part of an exchange. */
interface Hoard {
  readonly path?: string;
  readonly body?: string;
  readonly type?: string;
  readonly chunks?: readonly string[];
}

const HOARDS: Readonly<Record<string, Hoard>> = {
  'a path': { path: `/api/v1/chats/${long()}/messages/stream` },
  'a media type': { type: `text/event-stream; x=${long()}` },
  'metadata of text': { body: JSON.stringify({ metadata: { x: long('é') } }) },
  'metadata of many values': { body: `{"metadata":{"x":[${list(200_000, () => '{}')}]}}` },
  'metadata of many members': { body: `{"metadata":{${list(100_000, (n) => `"${n}k":1`)}}}` },
  'the name of an event': { chunks: [event(long(), '{}')] },
  'the name of an event that has not ended': { chunks: [`event: ${long()}\n`] },
  'a line without end': { chunks: [`data: ${long()}`] },
  'the data of an event that has not ended': { chunks: [`event: ping\ndata: ${long('é')}\n`] },
  'many lines of an event that has not ended': { chunks: [`event: ping\n${long('data: x\n')}`] },
  'the memory for an event that has ended': { chunks: [`data: ${long()}`, `\n\n${event('ping', '{}')}d`] },
  'the chat id of message.start': { chunks: [START.replace(CHAT, long())] },
  'the text of deltas': { chunks: [START, delta('x'), delta(long().slice(64))] },
  'a terminal event that has not ended': {
    chunks: [
      START,
      delta(long().slice(MEBIBYTE / 2)),
      `event: message.completed\ndata: {"content":"${long().slice(MEBIBYTE / 2)}"}\n`,
    ],
  },
  'ids of interactions': {
    chunks: [
      START,
      ...Array.from({ length: 5000 }, (_, n) =>
        event('message.action_required', `{"action_id":"${n}${long('y', 120)}"}`),
      ),
    ],
  },
  'ids of agent tasks': {
    chunks: [
      START,
      event(
        'message.step',
        `{"steps":[${list(5000, (n) => `{"key":"agent","agent":{"task_id":"${n}${long('y', 120)}"}}`)}]}`,
      ),
    ],
  },
  'tool calls of approvals': {
    chunks: [
      START,
      ...Array.from({ length: 20 }, (_, n) =>
        event(
          'message.action_required',
          `{"kind":"tool_approval","payload":{"tools":[${list(500, (k) => `{"name":"t","tool_use_id":"${n}-${k}${long('z', 1000)}"}`)}]}}`,
        ),
      ),
    ],
  },
};

it.each(Object.keys(HOARDS))('an open exchange counts the memory that it holds for %s', (name) => {
  const judgement = new Judgement();
  open(judgement, name);
  const before = memory();
  const judges = Array.from({ length: OPEN }, () => open(judgement, name));
  const kept = memory() - before;
  const counted = judges.reduce((sum, judge) => sum + judge.heldBytes, 0);
  expect(kept).toBeLessThan(counted + SPARE + OPEN * OVERHEAD);
  for (const judge of judges) judge.cut('enough');
  expect(judges.map((judge) => judge.heldBytes)).toEqual(judges.map(() => 0));
  expect(memory() - before).toBeLessThan(SPARE + OPEN * OVERHEAD);
});

/** Creates everything again, as reading from a file would. */
function open(judgement: Judgement, name: string): ExchangeJudge {
  const {
    path = PATH,
    body = '{}',
    type = 'text/event-stream',
    chunks = [],
  } = structuredClone(HOARDS[name] as Hoard);
  const judge = new ExchangeJudge(
    judgement,
    { method: 'POST', path, body: Buffer.from(body) },
    { exchange: 0 },
  );
  judge.respond({ status: 200, headers: { 'content-type': type } });
  for (const chunk of chunks) judge.push(Buffer.from(chunk));
  return judge;
}

/** The memory in use. A buffer's memory is released only after the collection that found it unused. */
function memory(): number {
  for (let times = 0; times < 3; times += 1) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
