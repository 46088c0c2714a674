import type { Client } from '../../client/client.ts';
import type { TurnStream } from '../../client/turn-stream.ts';
import { AnswerChunks, actionIdOf } from './answer-chunks.ts';
import { lastOfUser, plainTurn, type TurnFor } from './given-turn.ts';
import type { Chunk, ConversationMessage } from './message.ts';

/** What a page sent, and what your server decides. */
export interface OpenTurnOptions {
  /** `id` of what `DefaultChatTransport` sends. */
  readonly chatId: string;
  /** `messages` of what `DefaultChatTransport` sends. */
  readonly messages: readonly ConversationMessage[];
  /** The turn for what the user wrote. It has to be the same for the same message. Default: its text, in the mode `manual`. */
  readonly turnFor?: TurnFor;
  /** Stops reading, such as `request.signal`. The turn goes on. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `toUIMessageStream`. */
export interface UIMessageStreamOptions {
  /** Returns the `message` of the error in the page. Default: the `kind` of the failure, since its message may name what a page should not know. */
  readonly onError?: (error: unknown) => string;
}

/** Failures of an answer that came too late. The turn has continued without it. */
const TOO_LATE = ['action-not-found', 'action-not-pending'];

/**
 * Sends the turn for the messages that `DefaultChatTransport` posted to a route of your server. If the page answered questions about tools,
 * it sends the answers and reads the turn that asked. The service delivers the rest of that turn when it has ended.
 *
 * @throws TypeError for a message that cannot be sent, and ConversationApiError when the service refuses an answer
 */
export async function openTurn(
  { turns, interactions }: Pick<Client, 'turns' | 'interactions'>,
  { chatId, messages, turnFor = plainTurn, signal }: OpenTurnOptions,
): Promise<TurnStream> {
  if (!Array.isArray(messages))
    throw new TypeError('`messages` is not an array: pass what the page sent under this name');
  const body = turnFor(lastOfUser(messages), { body: undefined, metadata: undefined });
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return turns.stream(chatId, body, { signal });
  for (const [action_id, decisions] of decisionsOf(last))
    await interactions.approveTool(chatId, { action_id, decisions }).catch((error: unknown) => {
      if (!TOO_LATE.includes(Object(error).kind)) throw error;
    });
  const { idempotencyKey } = last.metadata ?? {};
  if (!idempotencyKey) throw new TypeError('the last message is an answer without the key of its turn');
  return turns.stream(chatId, body, { signal, idempotencyKey });
}

/**
 * Makes the stream that `createUIMessageStreamResponse` of the AI SDK sends to a page. It ends when the turn ends or asks about tools: the AI
 * SDK sends the answer in a new request, which `openTurn` handles. Cancelling the stream closes the connection; the turn goes on.
 */
export function toUIMessageStream(
  turn: TurnStream,
  { onError = kindOf }: UIMessageStreamOptions = {},
): ReadableStream<Chunk> {
  const { idempotencyKey } = turn;
  const chunks = new AnswerChunks(idempotencyKey ? { idempotencyKey } : undefined);
  const events = turn[Symbol.asyncIterator]();
  const waiting: Chunk[] = [];
  let isOver = false;
  // Not an async generator, which the engine of React Native lacks.
  const readOn = async () => {
    const { done, value: event } = await events.next();
    isOver = done === true;
    if (done) {
      // Rejects after a failure.
      await turn.final();
      return;
    }
    // `data-turn` contains the whole text so far. With each delta, traffic would grow with the square of the text.
    for (const chunk of chunks.of(event))
      if (event.type !== 'message.delta' || chunk.type !== 'data-turn') waiting.push(chunk);
    if (event.type !== 'message.action_required' || event.kind !== 'tool_approval') return;
    waiting.push(...chunks.finish('tool-calls'));
    isOver = true;
    await events.return?.();
  };
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        while (waiting.length === 0 && !isOver)
          await readOn().catch((error: unknown) => {
            isOver = true;
            waiting.push({ type: 'error', errorText: onError(error) });
          });
        const chunk = waiting.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel: () => turn.close(),
    },
    { highWaterMark: 0 },
  );
}

function kindOf(error: unknown): string {
  const { kind } = Object(error);
  return typeof kind === 'string' ? kind : 'unknown';
}

/** The decisions in an answer, by the interaction that asked for them. */
function decisionsOf({
  parts,
}: ConversationMessage): ReadonlyMap<string, { tool_use_id: string; approved: boolean }[]> {
  const decisions = new Map<string, { tool_use_id: string; approved: boolean }[]>();
  for (const part of parts) {
    if (part.type !== 'dynamic-tool' || part.state !== 'approval-responded') continue;
    const { toolCallId: tool_use_id, approval } = part;
    const action = actionIdOf(approval.id, tool_use_id);
    decisions.set(action, [...(decisions.get(action) ?? []), { tool_use_id, approved: approval.approved }]);
  }
  return decisions;
}
