import type { DeclaredModel } from '../directory/types.ts';
import type { Model, ModelMessage, ModelPart, ModelTool, ToolCall } from '../models/model.ts';
import { ModelFailure } from '../models/model-failure.ts';
import type { UsageLedger } from './usage.ts';

/** After so many replies that call tools, a model is taken to run in a circle. */
const MAX_ROUNDS = 50;

/** A conversation with a model, in which it may call tools as often as it needs. */
export interface Conversation {
  readonly model: Model;
  readonly declared: DeclaredModel;
  readonly messages: ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
  readonly usage: UsageLedger;
  readonly ear: Ear;
  /** Runs the calls of one reply. @returns a text for each call, by its id */
  runTools(calls: readonly ToolCall[]): Promise<ReadonlyMap<string, string>>;
}

/** Hears a reply as it comes. */
export interface Ear {
  text(text: string): void;
  reasoning(text: string): void;
  /** What this reply has said is void, and it begins anew. */
  void(): void;
  /** The reply is over; another may follow. */
  settle(): void;
}

/** Talks until the model calls no more tools. @throws what ends the conversation before */
export async function converse(talk: Conversation): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const reply = await listen(talk, round);
    talk.messages.push({ role: 'assistant', content: reply.text, calls: reply.calls });
    if (reply.calls.length === 0) return;
    const results = await talk.runTools(reply.calls);
    for (const { id } of reply.calls) {
      talk.messages.push({ role: 'tool', callId: id, content: results.get(id) ?? '' });
    }
  }
  throw new ModelFailure(`The model called tools ${MAX_ROUNDS} times without coming to an end.`, {
    provider: talk.declared.providers[0]?.name ?? 'none',
    serviceCode: 'too_many_tool_rounds',
    failureKind: 'endless_tool_use',
    dispatched: true,
    isOutage: false,
  });
}

/** What tools did before counts: a later reply that reached nobody does not undo it. */
function afterEffects(error: unknown): unknown {
  if (!(error instanceof ModelFailure) || error.facts.dispatched) return error;
  return new ModelFailure(error.message, { ...error.facts, dispatched: true }, { cause: error });
}

interface Reply {
  text: string;
  calls: ToolCall[];
}

async function listen(talk: Conversation, round: number): Promise<Reply> {
  const { declared, messages, tools, signal } = talk;
  const reply: Reply = { text: '', calls: [] };
  try {
    for await (const part of talk.model.reply({ model: declared, messages, tools, signal })) {
      // A model may be slow to notice; nothing is said after the cut.
      signal.throwIfAborted();
      take(part, reply, talk);
    }
  } catch (error) {
    throw round === 0 ? error : afterEffects(error);
  } finally {
    talk.usage.settle();
  }
  talk.ear.settle();
  return reply;
}

function take(part: ModelPart, reply: Reply, { ear, usage }: Conversation): void {
  switch (part.type) {
    case 'text':
      reply.text += part.text;
      ear.text(part.text);
      break;
    case 'reasoning':
      ear.reasoning(part.text);
      break;
    case 'call':
      reply.calls.push(part.call);
      break;
    case 'usage':
      usage.report(part.usage);
      break;
    case 'failover':
      reply.text = '';
      reply.calls.length = 0;
      ear.void();
  }
}
