import type { Context } from 'node:vm';
import { startWorld } from './world.ts';

/** The observations that every runtime must report, by journey. Written by hand. */
export const STORY: Readonly<Record<string, readonly unknown[]>> = {
  'makes a chat, finds it and deletes it': [[[true, 'Hours & prices, été']], 1, 'not-found'],
  'reads a stream to its end': [
    ...['message.start', 'message.step', 'message.step'],
    ...['+We open at ', '=We open at ', '+10:00 and cl', '+ose at 16:00.'],
    'message.completed',
    ...['completed', true, 'We open at 10:00 and close at 16:00.'],
  ],
  'approves a tool': [
    ...['message.start', '+We open at ', 'message.action_required'],
    ...['tool_approval', true, false, ['action_id', 'state']],
    ...['message.step', 'message.step', '+10:00 and close at 16:00.', 'message.completed'],
    'We open at 10:00 and close at 16:00.',
  ],
  'cancels a turn': ['message.start', '+We open at ', true, 'message.cancelled', 'cancelled'],
  'aborts a stream, which closes the connection': [
    ...['message.start', '+We open at ', 'message.action_required'],
    ...[true, true, 'left'],
  ],
  'leaves a stream, answers its question, and reads the outcome': [
    ...['We open at ', 'stream-closed', 'left'],
    'We open at 10:00 and close at 16:00.',
    [['completed', 'We open at 10:00 and close at 16:00.']],
  ],
  'loses the connection in the middle of an event, and resumes': [
    ...['message.start', '+We open at ', 'message.action_required', 'cut'],
    ...['synthetic =We open at 10:00 and close at 16:00.', 'message.completed'],
    ...[true, 'We open at 10:00 and close at 16:00.'],
  ],
  'reads a turn that fails': [
    ...['message.start', '+We open at ', 'message.error'],
    // A failure inside a stream has no status.
    ...['turn-failed', null, 'check_status', 'string', true],
    'turn-failed',
  ],
  'sends a turn and waits for it': ['completed', 'We open at 10:00 and close at 16:00.', true, true],
  'hides a token that comes back': ['GET /api/v1/chat/catalog: 500: Bearer ***', 'Bearer ***', false],
  'gets a failure of each sort': [
    // The code of a wrong token is not in the contract, but its status is.
    ...['unauthenticated', 'not-found', 'sync-requires-auto', 'TypeError'],
    ...['connection', 'timeout', 'invalid-response', 'invalid-response', 'invalid-response'],
    ...['stream-truncated', 'idle-timeout'],
  ],
};

/** Parses the lines that the journeys reported. @throws SyntaxError for a line that is not JSON */
export function readStory(lines: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(lines.map((line) => JSON.parse(line)));
}

/** Runs the journeys of a script that `exported` them and the client into a context. @returns what they reported */
export async function storyIn({ exported: { library, travel } }: Context): Promise<Record<string, unknown>> {
  const world = await startWorld();
  const lines: string[] = [];
  try {
    await travel(library, world, (line: string) => lines.push(line));
  } finally {
    await world.close();
  }
  return readStory(lines);
}
