import {
  type Echo,
  type InputPacer,
  type Model,
  ModelFailure,
  type ModelMessage,
  type ModelPart,
  type ModelRequest,
  type ToolCall,
} from '../models/model.ts';
import { GrowingText } from './growing-text.ts';
import type { UsageLedger } from './usage.ts';

/** A model whose replies call tools more often than this is assumed to loop. */
const MAX_ROUNDS = 50;

/**
 * A conversation with a model, which may call tools in several rounds. It is itself the request for each reply, so that a waiting turn holds
 * one object less.
 */
export interface Conversation extends ModelRequest {
  readonly source: Model;
  readonly messages: ModelMessage[];
  readonly usage: UsageLedger;
  readonly listener: ReplyListener;
  readonly pacer: Pacer;
  /** Runs the calls of one reply. @returns the result of each call as text, by call id */
  runTools(calls: readonly ToolCall[]): Promise<ReadonlyMap<string, string>>;
}

/** Receives a reply while the model produces it. */
export interface ReplyListener {
  text(text: string): void;
  reasoning(text: string): void;
  /** Discards the text of this reply so far; another provider starts the reply over. */
  retract(): void;
  /** The reply is complete; another may follow. */
  settle(): void;
}

/** Slows a conversation down: after a part or input, it may wait for other requests and for the reader of the stream. */
export interface Pacer extends InputPacer {
  /** @param characters the length of the part */
  pace(characters: number): Promise<void> | undefined;
}

/**
 * Runs a conversation until the model replies without calling tools. This function waits for a silent model, so its frame stays in memory;
 * the others only run in between.
 *
 * @throws ModelFailure when the model fails or keeps calling tools; the reason of the lifetime when it ends; any error of `runTools`
 */
export async function converse(talk: Conversation): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const reply: Reply = { text: new GrowingText(), calls: [] };
    try {
      for await (const parts of talk.source.reply(talk)) await takeAll(parts, reply, talk);
    } catch (error) {
      throw round === 0 ? error : asDispatched(error);
    } finally {
      talk.usage.settle();
    }
    talk.listener.settle();
    if (reply.calls.length === 0) return;
    await answerCalls(reply, talk);
  }
  throw new ModelFailure(`The model called tools ${MAX_ROUNDS} times without finishing its answer.`, {
    provider: talk.model.providers[0]?.name ?? 'none',
    serviceCode: 'too_many_tool_rounds',
    failureKind: 'endless_tool_use',
    dispatched: true,
    isOutage: false,
  });
}

/** Runs the calls of a reply, and adds the reply and the results to the messages. */
async function answerCalls(
  { text, calls, echo }: Reply,
  { messages, runTools }: Conversation,
): Promise<void> {
  messages.push({ role: 'assistant', content: String(text), calls, ...(echo && { echo }) });
  const results = await runTools(calls);
  for (const { id } of calls) messages.push({ role: 'tool', callId: id, content: results.get(id) ?? '' });
}

/**
 * Marks a failure as dispatched. Tools of earlier rounds have run, so the turn had effects even if this reply reached no
 * provider.
 */
function asDispatched(error: unknown): unknown {
  if (!(error instanceof ModelFailure) || error.facts.dispatched) return error;
  return new ModelFailure(error.message, { ...error.facts, dispatched: true }, { cause: error });
}

interface Reply {
  readonly text: GrowingText;
  readonly calls: ToolCall[];
  echo?: Echo | undefined;
}

async function takeAll(parts: readonly ModelPart[], reply: Reply, talk: Conversation): Promise<void> {
  for (const part of parts) {
    // A model may notice the end late, and the turn must not grow after it.
    talk.lifetime.throwIfOver();
    take(part, reply, talk);
    const pause = talk.pacer.pace('text' in part ? part.text.length : 0);
    if (pause) await pause;
  }
}

function take(part: ModelPart, reply: Reply, { listener, usage }: Conversation): void {
  switch (part.type) {
    case 'text':
      reply.text.append(part.text);
      listener.text(part.text);
      break;
    case 'reasoning':
      listener.reasoning(part.text);
      break;
    case 'echo':
      reply.echo = part.echo;
      break;
    case 'call':
      reply.calls.push(part.call);
      break;
    case 'usage':
      usage.report(part.usage);
      break;
    case 'failover':
      reply.text.replace('');
      reply.calls.length = 0;
      reply.echo = undefined;
      listener.retract();
  }
}
