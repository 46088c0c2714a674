import { randomUUID } from 'node:crypto';
import {
  type Client,
  ConversationApiError,
  type ConversationApiErrorKind,
  type MessageStart,
  type TurnEvent,
  type TurnMessage,
  type TurnOutcome,
  type TurnStream,
} from '../../../src/client/index.ts';
import type { Act } from '../../../src/rig/script/act.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import { foldDeltas } from '../harness/collect.ts';
import type { Outages } from './outages.ts';

/** An outcome that the client returned for the turn of a prompt. */
export interface Delivered {
  readonly chatId: string;
  readonly prompt: string;
  readonly message: TurnMessage | TurnOutcome;
}

/** The equipment of one journey. */
export interface Traveller {
  readonly client: Client;
  readonly outages: Outages;
  /** Records an outcome, to be compared with the store of the server. */
  note(delivered: Delivered): void;
}

type Journey = (traveller: Traveller) => Promise<void>;

/** How long to read a turn that a server may report as running forever, in milliseconds. */
const HOUR = 3_600_000;
const TICKETS = 7;
const CALENDAR = 9;
const closeTicket: Act = { call: { tool: 'close_ticket', input: { ticket: 4410 } } };
const plan: Act = {
  plan: { title: 'Hours', context: 'Easter', steps: [{ step: 1, action: 'Write' }], notes: '' },
};
const question: Act = {
  ask: {
    message: 'Which branch?',
    schema: { type: 'object', properties: { branch: { type: 'string' } } },
  },
};
const answer: Act = { say: 'We open at 10:00 and close at 16:00, but for Sundays.', pieces: 6 };

/** Typical uses of the service. Against the sound server, each ends without a failure. */
export const JOURNEYS: Readonly<Record<string, Journey>> = {
  'reads a stream': (traveller) =>
    follow(
      traveller,
      [
        { reason: 'Look up the hours.' },
        { call: { tool: 'find_tickets' } },
        { wait: 70 },
        { say: 'We open at ' },
        { failover: true },
        answer,
      ],
      { connector: TICKETS },
    ),
  'approves a tool': (traveller) => follow(traveller, [closeTicket, answer], { connector: TICKETS }),
  'declines a tool': (traveller) =>
    follow(traveller, [closeTicket, answer], { connector: TICKETS, isApproving: false }),
  'approves a plan': (traveller) => follow(traveller, [plan, answer]),
  'answers a question': (traveller) => follow(traveller, [question, answer], { connector: TICKETS }),
  'goes on without a connector': (traveller) =>
    follow(traveller, [{ call: { tool: 'list_events' } }, answer], { connector: CALENDAR }),
  'cancels a turn': async (traveller) => {
    const prompt = say([{ say: 'Let me think about that. ' }, { reason: 'Think about it.' }, { hang: true }]);
    const stream = traveller.client.turns.stream(randomUUID(), { content: prompt });
    let isCancelled = false;
    for await (const { type } of stream) {
      // A server may hold its text back until the end.
      if (!['message.delta', 'message.step'].includes(type) || isCancelled) continue;
      isCancelled = true;
      await stream.cancel();
    }
    await take(traveller, stream, prompt);
  },
  'fails, and sends another turn': async (traveller) => {
    const { client } = traveller;
    const chatId = randomUUID();
    const content = say([{ say: 'We open at ' }, { fail: 'outage' }]);
    await failing('turn-failed', client.turns.stream(chatId, { content }).final());
    await failing('turn-failed', client.turns.send(chatId, { content, permission_mode: 'auto' }));
    await follow(traveller, [answer], { chatId });
  },
  'loses a stream while the turn runs': async (traveller) => {
    const chatId = randomUUID();
    traveller.outages.cutAfter(chatId, 3);
    await follow(traveller, [{ reason: 'Look up the hours.' }, answer, { wait: 40 }, answer], { chatId });
  },
  'loses the ends of two streams': async (traveller) => {
    const chatId = randomUUID();
    traveller.outages.cutBeforeEnd(chatId);
    await follow(traveller, [{ say: 'The first answer.' }], { chatId });
    traveller.outages.cutBeforeEnd(chatId);
    await follow(traveller, [answer], { chatId });
  },
  'loses a stream before it opens': async (traveller) => {
    const chatId = randomUUID();
    traveller.outages.loseAnswer(chatId);
    await follow(traveller, [answer], { chatId });
  },
  'sends, loses the answer, and sends again': async ({ client, outages, note }) => {
    const chatId = randomUUID();
    const body = { content: say([{ wait: 70 }, answer]), permission_mode: 'auto' } as const;
    outages.loseAnswer(chatId);
    const sent = client.turns.send(chatId, body);
    note({ chatId, prompt: body.content, message: await sent });
    const again = await client.turns.send(chatId, body, { idempotencyKey: sent.idempotencyKey });
    note({ chatId, prompt: body.content, message: again });
  },
  'goes away, comes back, and reads it once more': async (traveller) => {
    const { client } = traveller;
    const chatId = randomUUID();
    const content = say([{ say: 'One moment. ' }, { wait: 20 }, answer]);
    const left = client.turns.stream(chatId, { content });
    for await (const { type } of left) if (type === 'message.delta') break;
    const { idempotencyKey } = left;
    const options = { idempotencyKey, totalTimeout: HOUR };
    await take(traveller, client.turns.stream(chatId, { content }, options), content);
    await take(traveller, client.turns.stream(chatId, { content }, options), content);
  },
  'looks around': async ({ client }) => {
    // A server that returns nothing returns no ids, so the journey continues with its own ids.
    const { id: chatId = randomUUID() } = await client.chats.create({ name: 'Hours' });
    await client.chats.update(chatId, { is_favorite: true });
    await client.chats.get(chatId);
    await client.chats.list({ is_favorite: true });
    await client.turns.list(chatId, { page: 1, size: 10 });
    await client.catalog.get();
    const { id: skillId = 1 } = await client.skills.create({ name: 'Tone', instructions: 'Be brief.' });
    await client.skills.toggle(skillId);
    await client.skills.list();
    await client.skills.delete(skillId);
    await client.chats.delete(chatId);
  },
  'meets a save that is not confirmed': (traveller) => meet('persistence', traveller),
  'meets an unknown outcome': (traveller) => meet('outcome_unknown', traveller),
  'meets another execution': (traveller) => meet('idempotency_outcome_unknown', traveller),
};

interface Ways {
  readonly chatId?: string;
  readonly connector?: number;
  readonly isApproving?: boolean;
}

/** Reads a turn to its end, and answers every interaction. */
async function follow(traveller: Traveller, script: readonly Act[], ways: Ways = {}): Promise<void> {
  const { chatId = randomUUID(), connector, isApproving = true } = ways;
  const content = say(script);
  const attachments = connector && { attachments: { mcp_server_ids: [connector] } };
  const stream = traveller.client.turns.stream(
    chatId,
    { content, ...attachments },
    { pings: true, totalTimeout: HOUR },
  );
  const events: TurnEvent[] = [];
  for await (const event of stream) {
    events.push(event);
    if (event.type !== 'message.action_required') continue;
    switch (event.kind) {
      case 'tool_approval':
        await (isApproving ? event.approve() : event.decline());
        break;
      case 'plan_approval':
        await event.approve();
        break;
      case 'elicitation':
        await event.accept({ branch: 'Quayside' });
        break;
      case 'auth_required':
        await event.cancel();
    }
  }
  await take(traveller, stream, content, events);
}

/** Reads the outcome. The events of the stream must not contradict it. */
async function take(
  { outages, note }: Traveller,
  stream: TurnStream,
  prompt: string,
  events: readonly TurnEvent[] = [],
): Promise<void> {
  const message = await stream.final();
  if (stream.content !== message.content)
    throw new WrongOutcome('the content of the stream differs from that of its terminal event');
  // Without a lost connection, the client passes on the server's deltas, which need not add up to the content.
  if (outages.struck.has(stream.chatId) && events.length > 0 && foldDeltas(events) !== message.content) {
    throw new WrongOutcome('the deltas do not add up to the content of the outcome');
  }
  const begun = events.findLast(({ type }) => type === 'message.start')?.data as MessageStart | undefined;
  if (begun && begun.message_id !== message.id)
    throw new WrongOutcome('the turn that ended is not the one that began');
  note({ chatId: stream.chatId, prompt, message });
}

/** An outage after which the outcome is unknown. Sending the key again returns it, or fails with the same error for a while. */
async function meet(fault: string, { client, note }: Traveller): Promise<void> {
  const chatId = randomUUID();
  const prompt = say([answer]);
  const headers = { 'x-reference-fault': fault };
  const first = client.turns.stream(chatId, { content: prompt }, { headers });
  const { idempotencyKey } = first;
  for (const stream of [first, client.turns.stream(chatId, { content: prompt }, { idempotencyKey })]) {
    try {
      note({ chatId, prompt, message: await stream.final() });
    } catch (error) {
      if (!(error instanceof ConversationApiError) || error.channel !== 'stream') throw error;
    }
  }
}

/** The client returned an outcome that is wrong. */
class WrongOutcome extends Error {}

async function failing(kind: ConversationApiErrorKind, doing: Promise<unknown>): Promise<void> {
  const failure = await doing.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof ConversationApiError && failure.kind === kind) return;
  if (failure instanceof Error) throw failure;
  throw new WrongOutcome(`the call succeeded instead of failing with ${kind}`);
}

let count = 0;

/** Makes a prompt that is used once. */
function say(script: readonly Act[]): string {
  count += 1;
  return `Question ${count}\n\n${renderScript(script)}`;
}
