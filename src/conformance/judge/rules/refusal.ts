import { loadFailures } from '../../registry/failures.ts';
import type { JsonObject } from '../json.ts';

/** Events that only a turn that runs has. */
const SHOWS_TURN: ReadonlySet<string> = new Set(['message.delta', 'message.step', 'message.action_required']);

const PREFIX = 'api_';
let codesOfTurns: ReadonlySet<unknown> | undefined;

export function showsTurn(type: string): boolean {
  return SHOWS_TURN.has(type);
}

/**
 * Whether a stream that ends with this message.error may only have refused its send. Its code is then that of the failure over HTTP, or
 * one of the service's own, and no turn carried anything.
 *
 * @param hasShown whether the stream has shown that a turn runs
 */
export function mayRefuse({ code }: JsonObject, hasShown: boolean): boolean {
  codesOfTurns ??= new Set(
    loadFailures().flatMap(({ channel, message_code: known }) => (channel === 'event' ? [known] : [])),
  );
  return !hasShown && typeof code === 'string' && !codesOfTurns.has(code);
}

/** Whether a message.error certainly refuses its send, since its code is one of failures over HTTP. */
export function surelyRefuses({ code }: JsonObject): boolean {
  return typeof code === 'string' && code.startsWith(PREFIX);
}
