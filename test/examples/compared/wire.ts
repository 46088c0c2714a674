import { CHAT, completed, delta, start } from '../../client/harness/wire.ts';

/** A request that a client has sent. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
}

export type Reply = (sent: Sent) => Response;

export const events =
  (text: string): Reply =>
  () =>
    new Response(text, { headers: { 'content-type': 'text/event-stream' } });
export const json =
  (body: unknown, status = 200, headers = {}): Reply =>
  () =>
    Response.json(body, { status, headers });
export const lost: Reply = () => {
  throw new TypeError('fetch failed');
};

/** How the service of each client writes the same things. */
export const WIRE = {
  ours: {
    whole: start + delta('At ten.') + completed('At ten.'),
    cut: start + delta('At '),
    list: (page: number) => ({ data: [{ id: page }], meta: { page, size: 1, total: 2 } }),
    answer: { data: { id: 7, chat_id: CHAT, content: 'At ten.' }, meta: {} },
  },
  openai: {
    whole: `data: ${JSON.stringify({ id: 'a', choices: [{ index: 0, delta: { content: 'At ten.' } }] })}\n\ndata: [DONE]\n\n`,
    cut: `data: ${JSON.stringify({ id: 'a', choices: [{ index: 0, delta: { content: 'At ' } }] })}\n\n`,
    list: (page: number) => ({ object: 'list', data: [{ id: `${page}` }], has_more: page === 1 }),
    answer: { id: 'a', choices: [] },
  },
  anthropic: {
    whole:
      'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[]}}\n\n' +
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    cut: 'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","content":[]}}\n\n',
    list: (page: number) => ({
      data: [{ id: `${page}` }],
      has_more: page === 1,
      first_id: '1',
      last_id: '1',
    }),
    answer: { id: 'm', type: 'message', content: [] },
  },
  aiSdk: {
    whole: 'data: {"type":"start"}\n\ndata: {"type":"finish"}\n\ndata: [DONE]\n\n',
    cut: 'data: {"type":"start"}\n\n',
  },
} as const;

/** A `fetch` that gives the replies in order, the last one again and again. */
export function script(...replies: readonly Reply[]) {
  const sent: Sent[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const { method = 'GET', headers } = init;
    sent.push({ method, url: String(url), headers: new Headers(headers) });
    const reply = replies[Math.min(sent.length, replies.length) - 1] as Reply;
    return reply(sent.at(-1) as Sent);
  };
  return { sent, fetch: fetch as typeof globalThis.fetch };
}
