import type { SendTurnRequest } from '../../../generated/types.js';
import type { Client } from '../../client/client.ts';
import { ConversationApiError } from '../../client/error.ts';
import { withHeartbeats } from './heartbeats.ts';
import { type AskedTurn, readAsked } from './read-asked.ts';
import { explain, Refusal } from './refusal.ts';

export type { AskedTurn };

/** What your server decides about a relay. */
export interface RelaySettings {
  /** The client that sends the turns. It has the token. */
  readonly client: Client;
  /**
   * Whether the person who sent the request may use this chat. The service knows only the owner of your token.
   * @param request The page's request with its URL and all of its headers. Its body has been read.
   */
  mayUse(request: Request, chatId: string): boolean | Promise<boolean>;
  /**
   * Returns the turn that is sent for what a page asks: its mode, its model and what it may use. Default: only the `content`.
   * @param asked What the page sent. Only its `content` has been checked.
   */
  turnFor?(asked: AskedTurn, request: Request): SendTurnRequest | Promise<SendTurnRequest>;
  /**
   * Largest request of a page, in bytes. A larger one gets 413. The service accepts 64,000 characters of content, which are at most 768,000
   * bytes in JSON.
   * @default 1_048_576
   */
  readonly bodyLimit?: number | undefined;
  /**
   * Milliseconds without an event after which the page gets a comment, so that no proxy closes a silent stream.
   * @default 10_000
   */
  readonly heartbeat?: number | undefined;
}

/** Answers a request of a page. */
export type RelayHandler = (request: Request) => Promise<Response>;

/** No proxy and no compression may hold events back. */
const EVENTS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Makes the handler of a relay, which sends turns for pages, so that no page has a token. Pages call it with `createRelayClient`. The other
 * entries of `conversation-api/relay` adapt this handler to a framework; Deno, Bun, Cloudflare Workers and others call it as it is.
 *
 * A request that the relay cannot use gets a status of 4xx and JSON with its `kind`. The handler rejects only with what `mayUse`, `turnFor`
 * or the token function of the client throws.
 */
export function fetchRelay(settings: RelaySettings): RelayHandler {
  const {
    client,
    mayUse,
    turnFor = ({ content }) => ({ content }),
    bodyLimit = 2 ** 20,
    heartbeat = 10_000,
  } = settings;

  async function answer(request: Request): Promise<Response> {
    const asked = await readAsked(request, bodyLimit);
    const { chatId } = asked;
    if (!(await mayUse(request, chatId))) throw new Refusal('forbidden', 403, 'you may not use this chat');
    if ('interaction' in asked) {
      const { data, requestId } = await client.interactions[asked.interaction](
        chatId,
        asked.body as never,
      ).withResponse();
      return Response.json({ data, meta: { request_id: requestId } });
    }
    const turn = client.turns.stream(chatId, await turnFor(asked.turn, request), {
      pings: true,
      signal: request.signal,
      idempotencyKey: asked.idempotencyKey,
    });
    return new Response(await withHeartbeats(turn.toReadableStream(), heartbeat), { headers: EVENTS });
  }

  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      if (error instanceof Refusal || error instanceof ConversationApiError) return explain(error);
      // The page has gone away, so nobody reads this answer.
      if (request.signal.aborted) return explain(new Refusal('stream-closed', 499, 'the page has gone away'));
      throw error;
    }
  };
}
