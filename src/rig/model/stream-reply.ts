import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Clock, every } from '../clock.ts';
import { splitText } from '../script/split-text.ts';
import type { ChatRequest } from './chat-request.ts';
import { type Ending, finishOf, refusal } from './ending.ts';
import type { MadeCall, Part } from './perform.ts';
import { TokenMeter } from './token-meter.ts';

/**
 * The interval of comments during a pause, in milliseconds. They show that the connection is alive, and readers of events
 * ignore them.
 */
const KEEP_ALIVE = 5_000;

/**
 * Streams a reply as events. If the script makes the provider break off, the connection closes in the middle of the stream.
 *
 * @throws RequestError when the provider declines before it has produced output; any error of the parts
 */
export async function streamReply(
  request: ChatRequest,
  parts: AsyncIterable<Part>,
  response: ServerResponse,
  clock: Clock,
): Promise<void> {
  const stream = new ReplyStream(request, response);
  const stop = every(clock, KEEP_ALIVE, () => stream.keepAlive());
  try {
    for await (const part of parts) {
      await stream.take(part);
    }
  } finally {
    stop();
  }
}

class ReplyStream {
  readonly #request: ChatRequest;
  readonly #response: ServerResponse;
  readonly #meter: TokenMeter;
  /** The members that all chunks have in common. */
  readonly #frame: object;
  #calls = 0;

  constructor(request: ChatRequest, response: ServerResponse) {
    this.#request = request;
    this.#response = response;
    this.#meter = new TokenMeter(request);
    this.#frame = {
      id: `chatcmpl-${randomUUID()}`,
      object: 'chat.completion.chunk',
      created: Math.floor(Date.now() / 1000),
      model: request.model,
    };
  }

  keepAlive(): void {
    if (this.#response.headersSent && !this.#response.writableNeedDrain) this.#response.write(': silent\n\n');
  }

  async take(part: Part): Promise<void> {
    this.#meter.count(part);
    if (part.type === 'end') return this.#end(part.ending);
    await this.#open();
    if (part.type === 'text') await this.#say({ content: part.text });
    if (part.type === 'reasoning') await this.#say({ reasoning_content: part.text });
    if (part.type === 'call') await this.#call(part.call);
  }

  async #end(ending: Ending): Promise<void> {
    if (!this.#response.headersSent) {
      if (ending === 'refusal') throw refusal();
      if (ending === 'unreachable') return void this.#response.destroy();
    }
    await this.#open();
    if (ending === 'outage' || ending === 'unreachable') return this.#breakOff();
    await this.#say({}, ending === 'refusal' ? 'content_filter' : finishOf(this.#calls));
    if (this.#request.includesUsage) await this.#write({ choices: [], usage: this.#meter.usage });
    this.#response.end('data: [DONE]\n\n');
  }

  async #open(): Promise<void> {
    if (this.#response.headersSent) return;
    this.#response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    await this.#say({ role: 'assistant', content: '' });
  }

  /** The first fragment names the call. Its arguments follow in two fragments, as from a real provider. */
  async #call({ id, name, arguments: text }: MadeCall): Promise<void> {
    const index = this.#calls++;
    const named = { index, id, type: 'function', function: { name, arguments: '' } };
    await this.#say({ tool_calls: [named] });
    for (const piece of splitText(text, 2)) {
      await this.#say({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }

  #say(delta: object, finish: string | null = null): Promise<void> {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finish }];
    return this.#write({ choices, ...(this.#request.includesUsage && { usage: null }) });
  }

  async #write(chunk: object): Promise<void> {
    const text = `data: ${JSON.stringify({ ...this.#frame, ...chunk })}\n\n`;
    if (!this.#response.write(text) && !this.#response.destroyed) await this.#untilTaken();
  }

  /** Waits until the client has received the written data or has gone away. */
  #untilTaken(): Promise<void> {
    return new Promise((resolve) => {
      const taken = () => {
        this.#response.off('drain', taken).off('close', taken);
        resolve();
      };
      this.#response.on('drain', taken).on('close', taken);
    });
  }

  /** Closes the connection once the data so far is sent. */
  #breakOff(): Promise<void> {
    return new Promise((resolve) => {
      this.#response.write(': broken off\n\n', () => {
        this.#response.destroy();
        resolve();
      });
    });
  }
}
