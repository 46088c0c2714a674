import { hash } from 'node:crypto';
import type { TypeName } from '../../../generated/validators.js';
import { matchesContract } from '../../../generated/validators.js';
import { isObject, isShallow, type JsonObject } from '../../rig/script/json.ts';
import type { Credential, Directory } from '../directory/types.ts';
import { canonicalText, parseExactly } from '../exact-json.ts';
import { refusal } from '../failures/api-failure.ts';
import type { ErrorRowId } from '../failures/rows.ts';
import { type UnlistedId, unlisted } from '../failures/unlisted.ts';
import { violationFailure } from '../failures/violations.ts';
import type { HttpRequest } from '../http/exchange.ts';
import { LISTS, SENDS } from '../http/operation.ts';
import type { Context } from './context.ts';

/** One step of reading a request. It can refuse the request. */
export interface Stage {
  readonly name: string;
  /** The failures that it can throw. */
  readonly refuses: readonly (ErrorRowId | UnlistedId)[];
  run(context: Context): void;
}

/**
 * The stages that every request passes before its operation, in this order: a request with two errors gets the failure of the
 * earlier stage. The key is looked up before the body is validated, so that a repeated send gets its outcome even if the
 * validation has changed since. For sends, the checks of turn-checks.ts follow.
 */
export const STAGES: readonly Stage[] = [
  {
    name: 'The credential is known',
    refuses: ['unauthenticated'],
    run(context) {
      const credential = bearerOf(context.request, context.ports.directory);
      if (!credential)
        throw unlisted('unauthenticated', 'Send a valid token: Authorization: Bearer <ACCESS_TOKEN>.');
      context.credential = credential;
    },
  },
  {
    name: 'The credential has the scope of the operation',
    refuses: ['scope-not-allowed'],
    run({ request, credential }) {
      const missing = request.operation.requiredScopes.filter((scope) => !credential.scopes.has(scope));
      if (missing.length === 0) return;
      const condition = `The operation needs the scope ${missing.join(', ')}, which the credential lacks.`;
      throw refusal('scope-not-allowed', { condition, data: { required_scopes: missing } });
    },
  },
  {
    name: 'The ids in the path are well-formed',
    refuses: ['invalid-request'],
    run(context) {
      const { chat_id, skill_id } = context.request.path;
      if (chat_id !== undefined) context.chatId = readChatId(chat_id);
      if (skill_id !== undefined) context.skillId = readSkillId(skill_id);
    },
  },
  {
    name: 'The query can be read',
    refuses: ['invalid-request'],
    run(context) {
      if (!LISTS.includes(context.request.operation.operationId)) return;
      const { page, size } = context.request.query;
      context.page = {
        page: readCount('page', page, { absent: 1, most: MAX_PAGE }),
        size: readCount('size', size, { absent: 50, most: 200 }),
      };
    },
  },
  {
    name: 'The body is JSON',
    refuses: ['invalid-request', 'unsupported-media-type'],
    run(context) {
      const { operation, body } = context.request;
      if (!operation.request) return;
      if (body === undefined || body.length === 0) throw unlisted('invalid-request', NO_BODY);
      const type = context.request.header('content-type');
      if (type !== undefined && !JSON_TYPE.test(type)) throw unlisted('unsupported-media-type', NO_JSON);
      context.body = readJson(body);
    },
  },
  {
    name: 'A request that sends a turn has a valid idempotency key',
    refuses: ['idempotency-key-required', 'invalid-request'],
    run(context) {
      if (!SENDS.includes(context.request.operation.operationId)) return;
      const value = context.request.header('idempotency-key')?.trim();
      if (!value) throw refusal('idempotency-key-required');
      if (value.length > 255)
        throw unlisted('invalid-request', 'Idempotency-Key must have at most 255 characters.');
      const fingerprint = hash('sha256', `${context.chatId}\n${canonicalText(context.body)}`);
      context.key = { value, fingerprint };
    },
  },
  {
    name: 'The key is new, or the same request used it and that turn has ended',
    refuses: ['idempotency-conflict', 'turn-in-progress'],
    run(context) {
      const { key, ports } = context;
      if (!key) return;
      const turn = ports.store.turns.findByKey(context.credential.id, key.value);
      if (!turn) return;
      if (turn.key?.fingerprint !== key.fingerprint) {
        const isElsewhere = turn.chatId !== context.chatId;
        throw refusal('idempotency-conflict', {
          condition: isElsewhere ? 'The key was used before for a turn of another chat.' : undefined,
        });
      }
      if (ports.engine.findLive(turn.id)) throw refusal('turn-in-progress');
      context.replayed = turn;
    },
  },
  {
    name: 'The body matches the contract',
    refuses: ['content-too-long', 'instructions-too-long', 'invalid-request'],
    run({ request, body, replayed }) {
      const type = request.operation.request as TypeName | null | undefined;
      if (!type || replayed) return;
      const validate = matchesContract[type];
      if (!validate(body)) throw violationFailure(type, validate.errors?.[0]);
    },
  },
];

/** @returns the credential whose token a request carries; undefined without a known token */
export function bearerOf(request: Pick<HttpRequest, 'header'>, directory: Directory): Credential | undefined {
  const [, token] = /^Bearer +([^ ]+)$/i.exec(request.header('authorization') ?? '') ?? [];
  return token === undefined ? undefined : directory.credentialOf(token);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function readChatId(text: string): string {
  if (!UUID.test(text)) throw unlisted('invalid-request', 'chat_id must be a uuid.');
  return text.toLowerCase();
}

/** An integer that is too large for an id becomes 0, which no skill has. */
function readSkillId(text: string): number {
  if (!/^-?[0-9]+$/.test(text)) throw unlisted('invalid-request', 'skill_id must be an integer.');
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : 0;
}

/** With a larger number, the offset of the page would not be exact. */
export const MAX_PAGE = 1e12;

function readCount(
  name: string,
  value: string | readonly string[] | undefined,
  { absent, most }: { readonly absent: number; readonly most: number },
): number {
  if (value === undefined) return absent;
  if (typeof value !== 'string' || !/^[0-9]+$/.test(value) || Number(value) < 1) {
    throw unlisted('invalid-request', `${name} must be one integer, at least 1.`);
  }
  if (Number(value) > most) throw unlisted('invalid-request', `${name} must be at most ${most}.`);
  return Number(value);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The contract requires a body wherever it allows one. Accepting an empty body would hide that a client forgot it. */
const NO_BODY = 'The request needs a body. Send a JSON object, or {} if there is nothing to send.';
const NO_JSON = 'The body must be JSON. Send it with Content-Type: application/json.';
const JSON_TYPE = /^application\/json\s*(;|$)/i;

function readJson(body: Buffer): unknown {
  const value = parseJson(body);
  if (!isShallow(value, MAX_NESTING))
    throw unlisted('invalid-request', `The body must not nest more than ${MAX_NESTING} levels deep.`);
  return isObject(value) && isObject(value.metadata) ? withExactMetadata(value, body) : value;
}

/** Metadata is echoed verbatim (section 4.2), so its numbers keep their text. */
function withExactMetadata(value: JsonObject, body: Buffer): JsonObject {
  const { metadata } = parseExactly(UTF8.decode(body)) as JsonObject;
  return { ...value, metadata };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch {
    throw unlisted('invalid-request', 'The body is not JSON in UTF-8.');
  }
}

/**
 * No body within the other limits nests this deep: 2048 bytes of metadata hold at most 1024 levels. JSON.stringify of a deeper body
 * would overflow the stack.
 */
const MAX_NESTING = 1100;
