import { SENDS } from '../../../generated/operation-groups.js';
import type { Exchange, HttpAnswer, HttpRequest } from '../../reference/http/exchange.ts';
import type { Wrap } from '../alteration.ts';
import { isFor } from './operations.ts';
import { type Body, bodyOf, withBody } from './requests.ts';
import { noteEvents } from './rewrite-events.ts';
import { rewriteListed } from './rewrite-turns.ts';

/**
 * Sends the sound server a different turn than the client sent, but lists it with the client's prompt.
 *
 * @param change returns undefined to leave a turn unchanged
 */
export function sendAnother(
  change: (request: HttpRequest, sound: Exchange) => Body | undefined | Promise<Body | undefined>,
): Wrap {
  return (exchange) => {
    const prompts = new Map<number, string>();
    const noting = noteEvents((request) => (event) => {
      if (event.type === 'message.start') note(event.data.message_id, request);
    })(exchange);
    const original = new WeakMap<Buffer, string>();
    const note = (id: number, { body }: HttpRequest) => {
      const prompt = body && original.get(body);
      if (prompt !== undefined) prompts.set(id, prompt);
    };
    const listing = rewriteListed((turn) => ({
      ...turn,
      ...(prompts.has(turn.id) && { prompt: prompts.get(turn.id) }),
    }));
    return listing(async (request) => {
      const changed = isFor(SENDS, request) ? await change(request, exchange) : undefined;
      if (!changed) return noting(request);
      const sent = { ...request, ...withBody(request, () => changed) };
      if (sent.body) original.set(sent.body, String(bodyOf(request)?.content));
      const answer = await noting(sent);
      const id = messageIdOf(answer);
      if (id !== undefined) note(id, sent);
      return answer;
    });
  };
}

/** The id of the turn in an answer, or undefined for a stream, which shows it in its first event. */
function messageIdOf(answer: HttpAnswer): number | undefined {
  if ('open' in answer) return undefined;
  const { data }: Body = answer.body ?? {};
  return data?.message_id ?? data?.id;
}
