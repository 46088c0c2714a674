import type { ErrorRowId } from '../../../reference/failures/rows.ts';
import type { Breakage } from '../breakage.ts';
import { errorConflictBreakages } from './conflicts.ts';
import { errorNotFoundBreakages } from './not-found.ts';
import { errorOutageBreakages } from './outages.ts';
import { toldWrongly } from './told-wrongly.ts';
import { errorTurnBreakages } from './turns.ts';

/** The failures of sends, and of what is not there. */
const ROWS: readonly ErrorRowId[] = [
  'idempotency-key-required',
  'attachment-not-allowed',
  'agent-not-available',
  'not-found',
  'sync-requires-auto',
  'idempotency-conflict',
  'turn-in-progress',
  'chat-busy',
  'outcome-unknown',
  'too-many-agents',
  'invalid-agents',
  'content-too-long',
  'too-many-attachments',
  'turn-failed',
  'interaction-in-auto-mode',
  'agents-disabled',
  'agents-unavailable',
  'save-unconfirmed',
  'turn-timeout',
];

/** What the requirements of the table of errors forbid, each done. */
export const errorBreakages: readonly Breakage[] = [
  ...ROWS.flatMap(toldWrongly),
  ...errorTurnBreakages,
  ...errorConflictBreakages,
  ...errorNotFoundBreakages,
  ...errorOutageBreakages,
];
