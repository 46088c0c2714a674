import type { Reply } from './service.ts';

export const CHAT = '0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604';
export const REQUEST = '9f1c2d34-5a6b-4c7d-8e9f-0a1b2c3d4e5f';
export const MESSAGE = 7;

export const start = `event: message.start
data: {"chat_id":"${CHAT}","message_id":${MESSAGE},"request_id":"${REQUEST}"}

`;
export const ping = `event: ping
data: {"ts":1767225600.5}

`;
export const step = `event: message.step
data: {"steps":[{"key":"think","label":"Thinking","label_code":"think","status":"done","timestamp":"2026-03-02T09:00:00Z"}]}

`;
export const error = `event: message.error
data: {"code":"upstream_error","message":"The provider broke off.","retryable":false}

`;

export function delta(text: string, replace = false): string {
  return `event: message.delta\ndata: {"text":${JSON.stringify(text)},"replace":${replace}}\n\n`;
}

export function completed(content: string, id: number = MESSAGE, chat = CHAT): string {
  return end('message.completed', content, id, chat);
}

export function cancelled(content: string): string {
  return end('message.cancelled', content, MESSAGE, CHAT);
}

function end(name: string, content: string, id: number, chat: string): string {
  const rest = '"usage":null,"steps":[],"sources":[],"anonymization":null,"metadata":null,"agent_runs":[]';
  return `event: ${name}
data: {"id":${id},"chat_id":"${chat}","role":"assistant","content":${JSON.stringify(content)},${rest}}

`;
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** What happens to the connection after the last byte: the server ends it, it breaks, or it stays open. */
export type Ending = 'ends' | 'breaks' | 'stays';

/** Replies with a stream of these pieces. */
export function stream(pieces: string | readonly (string | Uint8Array)[], ending: Ending = 'ends'): Reply {
  return ({ signal }) => {
    const live = new LiveStream();
    for (const piece of typeof pieces === 'string' ? [pieces] : pieces) live.send(piece);
    if (ending === 'ends') live.end();
    if (ending === 'breaks') live.break();
    return live.reply({ signal });
  };
}

/** A stream that a test writes while the client reads it. After a break, the client still reads the pieces sent before. */
export class LiveStream {
  /** Whether the client has closed the connection. */
  isClosed = false;
  readonly #pieces: Uint8Array[] = [];
  #ending: Ending = 'stays';
  #wake: () => void = () => {};

  send(piece: string | Uint8Array): void {
    this.#pieces.push(typeof piece === 'string' ? bytesOf(piece) : piece);
    this.#wake();
  }

  end(): void {
    this.#ending = 'ends';
    this.#wake();
  }

  break(): void {
    this.#ending = 'breaks';
    this.#wake();
  }

  readonly reply = ({ signal }: { readonly signal: AbortSignal }): Response => {
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          signal.addEventListener('abort', () => this.#abort(controller, signal.reason), { once: true });
        },
        pull: async (controller) => {
          while (this.#pieces.length === 0 && this.#ending === 'stays') {
            await new Promise<void>((resolve) => {
              this.#wake = resolve;
            });
            if (this.isClosed) return;
          }
          const piece = this.#pieces.shift();
          if (piece) controller.enqueue(piece);
          else if (this.#ending === 'ends') controller.close();
          else controller.error(new TypeError('terminated'));
        },
        cancel: () => this.#leave(),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  #abort(controller: ReadableStreamDefaultController, reason: unknown): void {
    if (this.isClosed) return;
    controller.error(reason);
    this.#leave();
  }

  #leave(): void {
    this.isClosed = true;
    this.#wake();
  }
}
