import { INTERACTIONS } from '../../../generated/operation-groups.js';
import type { Client } from '../../client/client.ts';
import { isObject, parseJson } from '../../client/read-event.ts';
import { Refusal } from './refusal.ts';

/** What a page sends as a turn. Only `content` has been checked. */
export interface AskedTurn {
  /** What a person wrote. */
  readonly content: string;
  readonly [member: string]: unknown;
}

/** What a page asks a relay to do. */
export type Asked = {
  readonly chatId: string;
} & (
  | { readonly turn: AskedTurn; readonly idempotencyKey: string | undefined }
  | { readonly interaction: keyof Client['interactions']; readonly body: object }
);

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** What every runtime can send as the value of a header. */
const KEY = /^[\x20-\x7e]+$/;

/**
 * Reads what a page asks.
 * @throws Refusal with a status of 4xx for what the relay cannot use
 */
export async function readAsked(request: Request, bodyLimit: number): Promise<Asked> {
  const { method, headers } = request;
  if (method !== 'POST') throw new Refusal('invalid-request', 405, 'the method is not POST');
  // A page of another site can send JSON only as text, unless this server allows it.
  if (!/^application\/json\b/i.test(headers.get('content-type') ?? ''))
    throw new Refusal('invalid-request', 415, 'the content-type is not application/json');
  const asked = parseJson(await readText(request, bodyLimit));
  if (!isObject(asked)) throw malformed('the body is not a JSON object');
  const { chatId, turn, interaction, body = {} } = asked;
  if (typeof chatId !== 'string' || !UUID.test(chatId)) throw malformed('chatId is not a UUID');
  if (interaction !== undefined) {
    if (!(INTERACTIONS as readonly unknown[]).includes(interaction))
      throw malformed('interaction is not one that a relay knows');
    if (!isObject(body) || !isShallow(body)) throw malformed('body is not a JSON object');
    return { chatId, interaction: interaction as keyof Client['interactions'], body };
  }
  if (!isObject(turn) || typeof turn.content !== 'string' || !isShallow(turn))
    throw malformed('turn is not a JSON object with a text `content`');
  const idempotencyKey = headers.get('idempotency-key') ?? undefined;
  if (idempotencyKey !== undefined && !KEY.test(idempotencyKey))
    throw malformed('Idempotency-Key is empty or has a character outside ASCII');
  return { chatId, turn: turn as unknown as AskedTurn, idempotencyKey };
}

function malformed(message: string): Refusal {
  return new Refusal('invalid-request', 400, message);
}

/** JSON.parse accepts values that are nested more deeply than JSON.stringify can write. */
function isShallow(value: object): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

/** How many times the limit is read of a body that is too large, before the answer. */
const DISCARDED = 16;

/**
 * Reads the body. One that is too large is read on and discarded, because some servers close a connection with unread bytes, and the page
 * would get no answer.
 * @throws Refusal for a body of more bytes
 */
async function readText({ body }: Request, bodyLimit: number): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  let size = 0;
  while (reader && size <= bodyLimit * DISCARDED) {
    const { value } = await reader.read().catch(() => {
      throw malformed('the body ends early');
    });
    if (!value) break;
    size += value.length;
    text = size > bodyLimit ? '' : text + decoder.decode(value, { stream: true });
  }
  if (size <= bodyLimit) return text + decoder.decode();
  reader?.cancel().catch(() => {});
  throw new Refusal('request-too-large', 413, `the request has more than ${bodyLimit} bytes`);
}
