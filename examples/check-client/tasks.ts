/** The five tasks of a driver, done with the client of this package. Replace the calls of `client` by those of yours. */
import type { ActionEvent, Client, SendTurnRequest, TurnMessage, TurnOutcome } from 'conversation-api';

/** What a driver reads from CONVERSATION_API_INPUT. */
export interface Input {
  readonly task: 'send' | 'stream' | 'cancel' | 'leave' | 'chats';
  readonly chat_id: string;
  readonly body: SendTurnRequest;
  readonly answers?: {
    readonly tool_approval?: 'approve' | 'decline';
    readonly plan_approval?: 'approve' | 'reject';
    readonly elicitation?: { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: object };
    readonly auth_required?: 'cancel';
  };
  readonly try_again?: boolean;
}

/** What the client understood. JavaScript has no integers above 2^53, so `metadata` is left out. */
type Told = Record<string, unknown>;

/** Does what the input says. @param pause waits for some milliseconds */
export async function doTask(
  client: Client,
  input: Input,
  pause: (wait: number) => Promise<void>,
): Promise<Told> {
  try {
    return await TASKS[input.task](client, input, pause);
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { status: 'failed', failure: error.messageCode };
  }
}

type Task = (client: Client, input: Input, pause: (wait: number) => Promise<void>) => Promise<Told>;

const TASKS: Readonly<Record<Input['task'], Task>> = {
  async send(client, input) {
    const { chat_id: chatId, body } = input;
    try {
      return tell(await client.turns.send(chatId, { ...body, permission_mode: 'auto' }));
    } catch (error) {
      if (isFailure(error) && error.kind === 'interaction-in-auto-mode') return follow(client, input);
      throw error;
    }
  },
  stream: async (client, input) => {
    try {
      return await follow(client, input);
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.kind === 'outcome-unknown' || error.kind === 'save-unconfirmed')
        return follow(client, input, error.idempotencyKey);
      if (!input.try_again) throw error;
      // Nothing was begun, and another key is another turn.
      if (error.data?.retryable) return follow(client, input);
      if (error.kind !== 'turn-failed') throw error;
      // The turn may have had effects, so its messages are read before it is sent again.
      const { data } = await client.turns.list(input.chat_id);
      const done = data.find(({ status }) => status === 'completed');
      return done ? tell(done) : follow(client, input);
    }
  },
  async cancel(client, { chat_id: chatId, body }) {
    const stream = client.turns.stream(chatId, body);
    let cancelled: Promise<unknown> | undefined;
    for await (const { type } of stream) {
      if (type !== 'message.delta' || cancelled) continue;
      cancelled = stream.cancel();
      // If the stream fails, nobody waits for the cancel.
      cancelled.catch(() => undefined);
    }
    await cancelled;
    return tell(await stream.final(), 'cancelled');
  },
  async leave(client, { chat_id: chatId, body }, pause) {
    let begun: number | undefined;
    for await (const { type, data } of client.turns.stream(chatId, body)) {
      if (type === 'message.start') begun = data.message_id;
      if (type === 'message.delta') break;
    }
    for (;;) {
      const { data } = await client.turns.list(chatId);
      const turn = data.find(({ id }) => id === begun);
      if (turn && turn.status !== 'pending') return tell(turn);
      await pause(100);
    }
  },
  async chats(client) {
    const ids: string[] = [];
    for await (const { id } of client.chats.list({ size: 50 })) ids.push(id);
    return { ids };
  },
};

/** Reads a turn to its end, and answers its questions. */
async function follow(
  client: Client,
  { chat_id: chatId, body, answers = {} }: Input,
  key?: string,
): Promise<Told> {
  const stream = client.turns.stream(chatId, body, key === undefined ? {} : { idempotencyKey: key });
  const answered: Promise<unknown>[] = [];
  let finished: number | undefined;
  for await (const event of stream) {
    if (event.type === 'message.action_required') answered.push(answer(event, answers).catch(ignoreFailure));
    // This client takes no task for finished before its own step says so.
    if (event.type === 'message.step' && event.data.steps.some(({ key }) => key === 'agents_delegated'))
      finished = 0;
  }
  await Promise.all(answered);
  const told = tell(await stream.final());
  return finished === undefined ? told : { ...told, finished_tasks: finished };
}

/** Answers a question as the input says. Leaves it open if it says nothing. */
export async function answer(event: ActionEvent, answers: NonNullable<Input['answers']>): Promise<unknown> {
  switch (event.kind) {
    case 'tool_approval':
      if (answers.tool_approval === undefined) return;
      return answers.tool_approval === 'approve' ? event.approve() : event.decline();
    case 'plan_approval':
      if (answers.plan_approval === undefined) return;
      return answers.plan_approval === 'approve' ? event.approve() : event.reject();
    case 'elicitation': {
      const { action, content = {} } = answers.elicitation ?? {};
      if (action === undefined) return;
      return action === 'accept' ? event.accept({ ...content }) : event[action]();
    }
    case 'auth_required':
      return answers.auth_required && event.cancel();
  }
}

/** What becomes of the turn is in its stream. */
function ignoreFailure(error: unknown): void {
  if (!isFailure(error)) throw error;
}

function tell(message: TurnMessage | TurnOutcome, status = 'completed'): Told {
  return {
    text: message.content,
    status: message.status ?? status,
    message_id: message.id,
    total_tokens: message.usage?.total_tokens,
    sources: message.sources?.length,
  };
}

interface Failure extends Error {
  readonly kind: string;
  readonly messageCode?: string;
  readonly data?: { readonly retryable?: boolean };
  readonly idempotencyKey?: string;
}

function isFailure(error: unknown): error is Failure {
  return error instanceof Error && error.name === 'ConversationApiError';
}
