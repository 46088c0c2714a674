import { LISTS, SENDS } from '../../../generated/operation-groups.js';
import type { HttpRequest } from '../../reference/http/exchange.ts';
import type { OperationId } from '../../reference/http/operation.ts';
import { keyOf } from '../decorators/keys.ts';
import { isFor } from '../decorators/operations.ts';
import type { Body } from '../decorators/requests.ts';

/** What an operation did to the chat or skill in its path. */
const EFFECTS: Readonly<Partial<Record<OperationId, string>>> = {
  updateChat: 'changed',
  sendMessage: 'used',
  streamMessage: 'used',
  updateSkill: 'changed',
  toggleSkill: 'toggled',
};

/** Tracks the situation in which a server shows something. There is one for each server. */
export interface Moments {
  /** Called once per request, before it is answered. */
  begin(request: HttpRequest): Moment;
}

/** The situation of one request. */
export interface Moment {
  /** The situation of a whole answer, or of a stream if `body` is undefined. */
  channelOf(status: number, body: Body): string;
  /** The situation of one item of a list. */
  channelOfItem(item: Body): string;
  /** Called after the request has been answered successfully. */
  succeed(): void;
}

export function createMoments(): Moments {
  const sends = new Map<string, OperationId>();
  const effects = new Map<string, string>();

  return {
    begin(request) {
      const { operationId } = request.operation;
      const kind = kindOfSend(request);
      const object = request.path.chat_id ?? request.path.skill_id;
      const situation = kind ?? pageOf(request) ?? effects.get(String(object)) ?? 'fresh';
      return {
        channelOf: (status, body) => (status < 300 ? situation : failureChannel(status, body, kind)),
        channelOfItem: (item) =>
          `${situation}+${item?.role === undefined ? (effects.get(String(item?.id)) ?? 'fresh') : item.status}`,
        succeed() {
          const effect = EFFECTS[operationId];
          if (object !== undefined && effect !== undefined) effects.set(object, effect);
        },
      };
    },
  };

  function kindOfSend(request: HttpRequest): string | undefined {
    const { operationId } = request.operation;
    if (!isFor(SENDS, request)) return undefined;
    const key = `${request.header('authorization')} ${request.path.chat_id} ${keyOf(request)}`;
    const before = sends.get(key);
    if (before === undefined) sends.set(key, operationId);
    if (before === undefined) return 'first';
    return before === operationId ? 'replay' : 'replay-elsewhere';
  }
}

function pageOf({ operation, query }: HttpRequest): string | undefined {
  if (!isFor(LISTS, { operation })) return undefined;
  const page = Number(query.page ?? 1) > 1 ? 'later-page' : 'first-page';
  return query.is_favorite === undefined ? page : `${page}+filtered`;
}

function failureChannel(status: number, body: Body, kind: string | undefined): string {
  const code = [status, body?.message_code, body?.data?.code].filter((part) => part !== undefined).join(',');
  return kind === undefined || kind === 'first' ? code : `${kind},${code}`;
}
