import type { StreamEvent } from '../../generated/types.js';
import { ConversationApiError } from './error.ts';
import { isObject } from './json.ts';
import type { UnknownEvent } from './turn-event.ts';

type Data = Record<string, unknown>;

/**
 * The events of the contract, each with what the client itself relies on. A payload without that is not what it says, and to go
 * on with it would mean to take a wrong answer for right. The rest is the caller's to read, and may be missing.
 */
const relied: Readonly<Record<StreamEvent['type'], (data: Data) => boolean>> = {
  'message.start': ({ message_id, chat_id }) => typeof message_id === 'number' && typeof chat_id === 'string',
  'message.delta': ({ text, replace }) =>
    typeof text === 'string' && (replace === undefined || typeof replace === 'boolean'),
  'message.step': ({ steps }) => Array.isArray(steps),
  'message.action_required': ({ kind, action_id, payload }) =>
    typeof action_id === 'string' &&
    (kind === 'tool_approval'
      ? isObject(payload) && Array.isArray(payload.tools) && payload.tools.every(isObject)
      : typeof kind === 'string'),
  ping: () => true,
  'message.completed': isMessage,
  'message.cancelled': isMessage,
  'message.error': ({ code }) => typeof code === 'string',
};

/** Whether it tells which turn it is the outcome of, and what that said. */
export function isMessage({ id, chat_id, content }: Data): boolean {
  return typeof id === 'number' && typeof chat_id === 'string' && typeof content === 'string';
}

/** Whether two chat ids are those of one chat: uuids do not tell case apart. */
export function isSameChat(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

/**
 * Reads an event as the contract has it, or, for a name that it does not have, as it came.
 * @throws ConversationApiError `invalid-response` for a payload that is not what the name says.
 */
export function readEvent(type: string, text: string): StreamEvent | { unknown: UnknownEvent } {
  const isRelied = Object.hasOwn(relied, type) ? relied[type as StreamEvent['type']] : undefined;
  const data = parse(text);
  if (isRelied === undefined) return { unknown: { type: type || 'message', data: data ?? text } };
  if (!isObject(data) || !isRelied(data)) {
    throw new ConversationApiError({
      kind: 'invalid-response',
      message: `${type} does not carry what the contract says`,
      data: data ?? text,
    });
  }
  return { type, data } as unknown as StreamEvent;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
