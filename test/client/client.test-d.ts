/** The guarantees of the client's types. Only the compiler checks them: `npm run types`. */
import {
  type ActionEvent,
  type CallOptions,
  type Client,
  type ClientOptions,
  ConversationApiError,
  type ConversationApiErrorKind,
  type ConversationApiErrorOf,
  createClient,
  type DeltaEvent,
  type ErrorKind,
  type StepKey,
  type StreamEvent,
  type StreamOptions,
  type TurnEvent,
  type TurnMessage,
  type TurnOutcome,
  type TurnPromise,
  type TurnStream,
} from '../../src/client/index.ts';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];

/** Compiles only if the claim is true. */
function holds<Claim extends true>(claim?: Claim): void {
  void claim;
}

const client: Client = createClient({ baseUrl: 'https://service.test', token: async () => 'token' });

// Required and optional options.
holds<Equal<RequiredKeys<ClientOptions>, 'baseUrl' | 'token'>>();
holds<Equal<RequiredKeys<StreamOptions>, never>>();
holds<Equal<Exclude<keyof CallOptions, keyof ClientOptions>, 'signal'>>();
createClient({ baseUrl: '', token: 'token', fetch });
createClient({ baseUrl: '', token: () => 'token', fetch: async () => new Response() });
// @ts-expect-error: the token is required
createClient({ baseUrl: '' });
// @ts-expect-error: the token is a string
createClient({ baseUrl: '', token: () => undefined });

// Arguments and results of the methods, as in the contract.
export async function call(chatId: string): Promise<void> {
  const { data, meta } = await client.chats.list({ is_favorite: true, size: 10 });
  holds<Equal<typeof meta.total, number>>();
  holds<Equal<(typeof data)[number]['name'], string | null>>();
  const chat = await client.chats.create();
  holds<Equal<typeof chat.model_id, number | null>>();
  const [turn] = (await client.turns.list(chatId)).data;
  holds<Equal<NonNullable<typeof turn>['prompt'], string>>();
  const { usage } = await client.turns.send(chatId, { content: '', permission_mode: 'auto' });
  holds<Equal<NonNullable<typeof usage>['total_tokens'], number>>();
  // @ts-expect-error: usage may be null
  usage.total_tokens;
  const state = await client.interactions.cancelTurn(chatId);
  holds<Equal<typeof state.cancelled, boolean>>();
  await client.skills.get(43, { signal: AbortSignal.timeout(1), timeout: 5 });

  // @ts-expect-error: an update needs a body
  await client.chats.update(chatId);
  // @ts-expect-error: a chat has no title
  await client.chats.create({ title: '' });
  // @ts-expect-error: content is required
  await client.turns.send(chatId, {});
  // @ts-expect-error: the modes are auto and manual
  client.turns.stream(chatId, { content: '', permission_mode: 'plan' });
  // @ts-expect-error: a skill's id is a number
  await client.skills.get('43');
  // @ts-expect-error: a blocking send yields no pings
  await client.turns.send(chatId, { content: '' }, { pings: true });
}

holds<Equal<ReturnType<Client['turns']['send']>, TurnPromise>>();
holds<Equal<Awaited<TurnPromise>, TurnMessage>>();
holds<Equal<TurnPromise['idempotencyKey'], string>>();
holds<Equal<ReturnType<Client['turns']['stream']>, TurnStream>>();
holds<Equal<Awaited<ReturnType<TurnStream['final']>>, TurnOutcome>>();
holds<Equal<Awaited<ReturnType<TurnStream['text']>>, string>>();
// The client yields every event of the contract.
holds<Equal<TurnEvent['type'], StreamEvent['type']>>();
holds<Equal<DeltaEvent['synthetic'], true | undefined>>();

/** An event narrows by its type and kind, and the switch is exhaustive. */
export async function follow(stream: TurnStream): Promise<string> {
  for await (const event of stream) {
    switch (event.type) {
      case 'message.start':
        holds<Equal<typeof event.data.message_id, number>>();
        break;
      case 'message.delta':
        if (event.synthetic) return event.data.text;
        break;
      case 'message.step':
        holds<Equal<(typeof event.data.steps)[number]['key'], StepKey>>();
        break;
      case 'message.action_required':
        await answer(event);
        break;
      case 'ping':
        holds<Equal<typeof event.data.ts, number>>();
        break;
      case 'message.completed':
      case 'message.cancelled':
        return event.data.content;
      case 'message.error':
        return event.data.code;
      default:
        return event satisfies never;
    }
  }
  return '';
}

export async function answer(event: ActionEvent): Promise<void> {
  switch (event.kind) {
    case 'tool_approval':
      await event.approve(...event.data.payload.tools.map(({ tool_use_id }) => tool_use_id));
      await event.decline();
      // @ts-expect-error: a tool is not cancelled
      event.cancel;
      return;
    case 'plan_approval':
      await event.approve();
      await event.reject();
      // @ts-expect-error: a plan is approved as a whole
      await event.approve('step 1');
      return;
    case 'elicitation':
      await event.accept({ branch: 'Quayside' });
      // @ts-expect-error: an answer needs content
      await event.accept();
      // @ts-expect-error: a question is not approved
      event.approve;
      return;
    case 'auth_required':
      await event.cancel();
      // @ts-expect-error: the API cannot connect a connector
      event.accept;
      return;
    default:
      event satisfies never;
  }
}

export function forget(event: TurnEvent): string {
  // @ts-expect-error: the event is not narrowed yet
  event.data.text;
  switch (event.type) {
    case 'ping':
      return '';
    default:
      // @ts-expect-error: the switch does not handle the other events
      return event satisfies never;
  }
}

export function read(event: TurnEvent): unknown {
  if (event.type !== 'message.start') return undefined;
  // A future member can be read if it is there, but not by accident.
  const shard = 'shard' in event.data ? event.data.shard : undefined;
  // @ts-expect-error: the contract has no such member
  event.data.shard;
  return shard;
}

/** An error narrows by its kind. */
export function explain(error: unknown): string | undefined {
  if (!(error instanceof ConversationApiError)) return undefined;
  holds<Equal<typeof error.kind, ConversationApiErrorKind>>();
  holds<Equal<typeof error.requestId, string | undefined>>();
  holds<Equal<typeof error.name, 'ConversationApiError'>>();
  switch (error.kind) {
    case 'chat-busy':
      holds<Equal<typeof error.status, 409>>();
      holds<Equal<typeof error.messageCode, 'api_v1_chat_busy'>>();
      return String(error.data.message_id.toFixed());
    case 'scope-not-allowed':
      return error.data.required_scopes.join();
    case 'save-unconfirmed':
      if (error.channel === 'http') holds<Equal<typeof error.data.code, 'persistence_failed'>>();
      return error.idempotencyKey;
    case 'turn-failed':
      holds<Equal<typeof error.status, 502 | undefined>>();
      return error.channel === 'stream' ? error.data.message : error.messageCode;
    case 'unauthenticated':
      holds<Equal<typeof error.status, 401>>();
      return error.messageCode;
    case 'connection':
      holds<Equal<typeof error.data, undefined>>();
      return error.message;
    case 'unknown':
      holds<Equal<typeof error.status, number | undefined>>();
      holds<Equal<typeof error.data, unknown>>();
      return error.messageCode;
    // @ts-expect-error: there is no such kind
    case 'of-tomorrow':
      return undefined;
    default:
      return error.details?.retry_action;
  }
}

/** The kinds that the client adds to those of the contract. */
type Added = Exclude<ConversationApiErrorKind, ErrorKind>;
holds<
  Equal<
    Added,
    | 'invalid-request'
    | 'request-too-large'
    | 'forbidden'
    | 'unauthenticated'
    | 'rate-limited'
    | 'unknown'
    | 'connection'
    | 'timeout'
    | 'stream-truncated'
    | 'idle-timeout'
    | 'invalid-response'
    | 'stream-closed'
  >
>();
holds<Equal<ConversationApiErrorOf<'chat-busy' | 'not-found'>['status'], 409 | 404>>();

export function readBusy(error: ConversationApiErrorOf<'chat-busy'>): ConversationApiError {
  // @ts-expect-error: the data of a busy chat has no such member
  error.data.chat;
  return error;
}
