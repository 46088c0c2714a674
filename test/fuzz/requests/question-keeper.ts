import { setTimeout as wait } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { ActionRequired } from '../../../generated/types.d.ts';
import { renderScript } from '../../../src/rig/script/render-script.ts';
import { CHATS, TOKEN } from './places.ts';

const QUESTION = JSON.stringify({
  content: renderScript([{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }]),
  permission_mode: 'manual',
  attachments: { mcp_server_ids: [7] },
});

/** Keeps a turn waiting for the answer to an interaction at almost any time, so that attacks on interactions find one. */
export class QuestionKeeper {
  readonly #url: string;
  readonly #asked: (actionId: string) => void;
  #isStopped = false;
  #number = 0;

  constructor(port: number, asked: (actionId: string) => void) {
    this.#url = `http://127.0.0.1:${port}/api/v1/chats/${CHATS.asking}`;
    this.#asked = asked;
  }

  /** Sends a new turn whenever the interaction was answered or cancelled or has expired, until `stop`. */
  async keepAsking(): Promise<void> {
    while (!this.#isStopped) {
      // The attackers notice if the server has ended.
      await this.#ask().catch(() => {});
      // The chat may still be busy with a turn of an attack.
      await wait(10);
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#post('/actions/cancel', '{}').catch(() => {});
  }

  async #ask(): Promise<void> {
    this.#number += 1;
    const response = await this.#post('/messages/stream', QUESTION, `question-${this.#number}`);
    const parser = createParser({
      onEvent: ({ event, data }) => {
        if (event === 'message.action_required') this.#asked((JSON.parse(data) as ActionRequired).action_id);
      },
    });
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      if (response.status === 200) parser.feed(decoder.decode(chunk, { stream: true }));
    }
  }

  #post(path: string, body: string, key = 'none'): Promise<Response> {
    return fetch(this.#url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'idempotency-key': key },
      body,
    });
  }
}
