/**
 * Relays turns from your server to pages, so that no page has a token. The handlers take a Request and return a Response, as Next.js,
 * Hono, Deno, Bun and Cloudflare Workers call them.
 */
import { type Client, ConversationApiError, type SendTurnRequest } from 'conversation-api';

/** What your server decides. */
export interface RelayRules {
  /** Whether the person who sent the request may use this chat. The service knows only the owner of your token. */
  mayUse(request: Request, chatId: string): Promise<boolean>;
  /** The turn that is sent for what a person wrote: its mode, its model, and what it may use. */
  turnFor(content: string): SendTurnRequest;
  /** Milliseconds without an event after which the page gets a sign of life. Default: 10,000. */
  readonly silence?: number;
}

const COMMENT = new TextEncoder().encode(': the turn goes on\n\n');

/** The handlers of `POST /turns` and `POST /answers`. */
export type Relay = ReturnType<typeof relayTurns>;

/** Makes the handlers of `POST /turns` and `POST /answers`. */
export function relayTurns(client: Client, rules: RelayRules) {
  /** Answers with the events of a new turn. */
  async function turns(request: Request): Promise<Response> {
    const { chatId, content, idempotencyKey } = await read(request);
    if (typeof chatId !== 'string' || !chatId || typeof content !== 'string') return refuse(400);
    if (!(await rules.mayUse(request, chatId))) return refuse(403);
    const turn = client.turns.stream(chatId, rules.turnFor(content), {
      pings: true,
      signal: request.signal,
      idempotencyKey: typeof idempotencyKey === 'string' ? idempotencyKey : undefined,
    });
    try {
      return await begin(turn.toReadableStream(), rules.silence ?? 10_000);
    } catch (error) {
      return explain(error);
    }
  }

  /** Passes on what a person answered to a question of the turn, or that the turn is to stop. */
  async function answers(request: Request): Promise<Response> {
    const { name, chatId, body } = await read(request);
    if (typeof chatId !== 'string' || !isAnswer(name, client)) return refuse(400);
    if (!(await rules.mayUse(request, chatId))) return refuse(403);
    try {
      return Response.json(await client.interactions[name](chatId, body as never));
    } catch (error) {
      return explain(error);
    }
  }

  return { turns, answers };
}

/** A page of another site can send JSON only as text, unless this server allows it. Such a request has no members. */
async function read(request: Request): Promise<Readonly<Record<string, unknown>>> {
  if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) return {};
  return request.json().catch(() => ({}));
}

/**
 * Waits for the first event, so that a turn that cannot begin is refused with a status of its own. A turn that is read again is silent until
 * it has ended, and a proxy closes what is silent for too long. So the answer begins after a silence, and each further silence gets a comment,
 * which readers of event streams skip.
 */
async function begin(events: ReadableStream<Uint8Array>, silence: number): Promise<Response> {
  const reader = events.getReader();
  let reading: ReturnType<typeof reader.read> | undefined = reader.read();
  await within(silence, reading);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      reading ??= reader.read();
      const piece = await within(silence, reading);
      if (!piece) return controller.enqueue(COMMENT);
      if (piece.done) return controller.close();
      controller.enqueue(piece.value);
      reading = undefined;
    },
    // The page went away. This closes the connection to the service; the turn goes on.
    cancel: (reason) => reader.cancel(reason),
  });
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' };
  return new Response(body, { headers });
}

/** The value of the promise, or undefined if it takes longer than so many milliseconds. */
async function within<Value>(time: number, promise: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), time);
  });
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

function isAnswer(name: unknown, { interactions }: Client): name is keyof Client['interactions'] {
  return typeof name === 'string' && Object.hasOwn(interactions, name);
}

function refuse(status: number): Response {
  return Response.json({ kind: 'refused' }, { status });
}

/** The page learns the kind. The message is for your log: it may name what the page should not know. */
function explain(error: unknown): Response {
  if (!(error instanceof ConversationApiError)) throw error;
  return Response.json(
    { kind: error.kind },
    { status: error.channel === 'http' ? (error.status ?? 502) : 502 },
  );
}
