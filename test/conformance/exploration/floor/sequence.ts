import type { Watched } from '../../../alterations/variants/tourist.ts';
import { Tourist, type Turn } from '../../../alterations/variants/tourist.ts';

// biome-ignore lint/suspicious/noExplicitAny: the body of any answer
export type Json = any;

interface NewTurn {
  readonly chatId: string;
  readonly key: string;
}

/** A short series of requests that shows a defect, and the result with and without the defect. */
export interface Sequence {
  /** @param turn the id of a new chat, and a new key */
  readonly show: (visitor: Visitor, turn: NewTurn) => Promise<unknown>;
  readonly sound: unknown;
  readonly broken: unknown;
}

export const CLOSES: Turn = {
  script: [{ call: { tool: 'close_ticket', input: { ticket: 4410 } } }, { echo: 'results' }],
  attachments: { mcp_server_ids: [7] },
};

export const LONG: Turn = { script: [{ say: 'One moment. ' }, { wait: 20 }, { say: 'Done.' }] };

/** The meaning of an answer: the code of a failure, or `ok`. */
export function meaning({ message_code }: Json): string {
  return message_code === 'api_v1_ok' ? 'ok' : message_code;
}

/** A tourist with the requests that many sequences share. */
export class Visitor extends Tourist {
  /** Lets time pass. @param duration in seconds */
  pass(duration: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(duration * 1000, resolve));
  }

  /** The turns of a chat. */
  async turns(chatId: string, query = ''): Promise<Json[]> {
    return (await this.get(`/chats/${chatId}/messages${query}`)).data;
  }

  /** Runs a turn in a stream to its end. @returns the data of the last event */
  async streamed(turn: Turn, manner: { chatId: string; key?: string }): Promise<Json> {
    return (await this.stream(turn, manner)).until('message.completed');
  }

  /** Streams a turn and cancels it. @returns the data of its end; undefined if it is not cancelled */
  async cancelled(manner: { chatId: string; key?: string }, turn: Turn = {}): Promise<Json> {
    const stream = await this.stream({ ...LONG, ...turn }, manner);
    await stream.until('message.delta');
    await this.act(manner.chatId, 'cancel', {});
    return stream.until('message.cancelled');
  }

  /** Approves the tools that an event asks for. */
  approve(chatId: string, { action_id, payload }: Json, as = 'main'): Promise<Json> {
    const decisions = payload.tools.map(({ tool_use_id }: Json) => ({ tool_use_id, approved: true }));
    return this.act(chatId, 'approve-tool', { action_id, decisions }, { as });
  }

  /** Streams a turn that closes a ticket, up to the question. */
  async asked(chatId: string): Promise<{ readonly stream: Watched; readonly event: Json }> {
    const stream = await this.stream(CLOSES, { chatId });
    return { stream, event: await stream.until('message.action_required') };
  }

  /** Creates a skill. @returns its path */
  async skill(fields: object = {}): Promise<string> {
    const body = { name: 'Greeting', instructions: 'Greet everybody.', ...fields };
    return `/skills/${(await this.post('/skills', body)).data.id}`;
  }
}
