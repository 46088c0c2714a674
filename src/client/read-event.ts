import type { StreamEvent } from '../../generated/types.js';
import { streamFailure } from './error.ts';
import type { UnknownEvent } from './turn-event.ts';

type Data = Record<string, unknown>;

/**
 * Checks, for each event of the contract, that its payload has the members that the client itself relies on. The client rejects a payload
 * without them, since it could otherwise mistake a wrong answer for the right one. Other members may be missing.
 */
const PAYLOAD_CHECKS: Readonly<Record<StreamEvent['type'], (data: Data) => boolean>> = {
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

/** Returns the parsed JSON, or the text when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Whether a parsed JSON value is an object. Its members may be anything. */
export function isObject(value: unknown): value is Data {
  return Object(value) === value && !Array.isArray(value);
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Whether a payload has the members that identify the turn, and the text of the answer. */
export function isMessage({ id, chat_id, content }: Data): boolean {
  return typeof id === 'number' && typeof chat_id === 'string' && typeof content === 'string';
}

/** Whether two ids name the same chat. Upper and lower case are the same in a UUID. */
export function isSameChat(one: unknown, other: unknown): boolean {
  return String(one).toLowerCase() === String(other).toLowerCase();
}

/**
 * Parses an event of the contract. An event with a name that is not in the contract is returned as `unknown`.
 * @throws ConversationApiError `invalid-response` when the payload lacks a member that the client relies on.
 */
export function readEvent(type: string, text: string): StreamEvent | { unknown: UnknownEvent } {
  const data = parseJson(text);
  if (!Object.hasOwn(PAYLOAD_CHECKS, type)) return { unknown: { type: type || 'message', data } };
  if (!isObject(data) || !PAYLOAD_CHECKS[type as StreamEvent['type']](data)) {
    throw streamFailure('invalid-response', `${type} does not match the contract`, { data });
  }
  return { type, data } as unknown as StreamEvent;
}
