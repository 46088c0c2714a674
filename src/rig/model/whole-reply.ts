import { randomUUID } from 'node:crypto';
import type { ChatRequest } from './chat-request.ts';
import type { Ending, MadeCall, Part } from './perform.ts';
import { outage, refusal } from './refusal.ts';
import { TokenMeter } from './token-meter.ts';

/** The reply was never reached, so its connection ends without an answer. */
export class Unreached extends Error {
  readonly code = 'unreached';
}

/**
 * A reply in one piece, as the body of its answer.
 *
 * @throws RequestError when the script lets the provider fail or decline, Unreached when it lets it be out of reach, the
 * reason of the performance's signal on abort
 */
export async function readWhole(request: ChatRequest, parts: AsyncIterable<Part>): Promise<object> {
  const meter = new TokenMeter(request);
  const calls: MadeCall[] = [];
  let text = '';
  let reasoning = '';
  let ending: Ending = 'whole';
  for await (const part of parts) {
    meter.count(part);
    if (part.type === 'text') text += part.text;
    if (part.type === 'reasoning') reasoning += part.text;
    if (part.type === 'call') calls.push(part.call);
    if (part.type === 'end') ending = part.ending;
  }
  if (ending === 'unreachable') throw new Unreached();
  if (ending === 'outage') throw outage();
  if (ending === 'refusal' && text === '') throw refusal();
  const message = {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(reasoning !== '' && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls.map(writeCall) }),
  };
  const finish = ending === 'refusal' ? 'content_filter' : finishOf(calls.length);
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: request.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finish }],
    usage: meter.usage,
  };
}

/** Why a reply that says everything ends. */
export function finishOf(calls: number): 'stop' | 'tool_calls' {
  return calls > 0 ? 'tool_calls' : 'stop';
}

function writeCall({ id, name, arguments: text }: MadeCall): object {
  return { id, type: 'function', function: { name, arguments: text } };
}
