import { randomUUID } from 'node:crypto';
import type { ChatRequest } from './chat-request.ts';
import { type Ending, finishOf, outage, refusal, Unreached } from './ending.ts';
import type { MadeCall, Part } from './perform.ts';
import { TokenMeter } from './token-meter.ts';

/**
 * Collects a reply into one response body.
 *
 * @throws RequestError when the script makes the provider fail or decline; Unreached when it makes the provider unreachable;
 * any error of the parts
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

function writeCall({ id, name, arguments: text }: MadeCall): object {
  return { id, type: 'function', function: { name, arguments: text } };
}
