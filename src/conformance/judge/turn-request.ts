import { isInteger, type JsonInteger, readInteger } from '../../exact-json/exact-number.ts';
import { isObject, parseServiceJson } from './json.ts';
import { MISSING_ID } from './missing-id.ts';
import type { TurnRequest } from './rules/rule.ts';
import { typedBody } from './typed-body.ts';

const CITATION = /\{\{agent:(\d+)\}\}/g;
/** Text that may be a citation, since the contract does not define the exact spelling. */
const PERHAPS_CITATION = /\{\{\s*agent/i;

/**
 * Reads the parts of a turn's request that the rules need. Undefined if the body is not a turn.
 *
 * @param outOfReach ids of agents that the sender is known not to reach
 */
export function readTurnRequest(
  chatId: string,
  body: Uint8Array,
  outOfReach: ReadonlySet<unknown> = new Set(),
): TurnRequest | undefined {
  let turn: unknown;
  try {
    turn = parseServiceJson(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
  turn = typedBody('streamMessage', turn);
  if (!isObject(turn)) return undefined;
  return {
    chatId,
    permissionMode: modeOf(turn.permission_mode),
    metadata: isObject(turn.metadata) ? turn.metadata : null,
    carriesAgents: carriesAgents(turn, outOfReach),
  };
}

/** Absent means manual; the mode of the chat does not matter. What null means is open, like any value of another type. */
function modeOf(mode: unknown): TurnRequest['permissionMode'] {
  if (mode === undefined) return 'manual';
  return mode === 'auto' || mode === 'manual' ? mode : undefined;
}

function carriesAgents(
  turn: Readonly<Record<string, unknown>>,
  outOfReach: ReadonlySet<unknown>,
): boolean | undefined {
  const { attachments, content, principal_agent_id: principal } = turn;
  if (attachments === null) return undefined;
  const attached = isObject(attachments) ? attachments.agent_ids : undefined;
  const ids: readonly unknown[] = [...(Array.isArray(attached) ? attached : []), ...citedIn(content)];
  if (ids.some((id) => mayExist(id) && !outOfReach.has(id))) return true;
  // Whether a turn carries an agent that does not exist or is out of reach is open, if the service accepts it.
  if (ids.length > 0 || (typeof content === 'string' && PERHAPS_CITATION.test(content))) return undefined;
  return principal !== undefined && principal !== null ? undefined : false;
}

function citedIn(content: unknown): readonly JsonInteger[] {
  if (typeof content !== 'string') return [];
  return Array.from(content.matchAll(CITATION), ([, id = '']) => readInteger(id));
}

function mayExist(id: unknown): boolean {
  return isInteger(id) && id > 0 && id !== MISSING_ID;
}
