import type { RequirementId } from '../../../../generated/ids.d.ts';
import { type ErrorRowId, errorRow } from '../../../reference/failures/rows.ts';
import { type Breakage, breakage } from '../../alteration.ts';
import { codeOf } from '../../decorators/answers.ts';
import { refuseInStream } from '../../decorators/refuse-in-stream.ts';

/** The rows of spec/errors.yaml that refuse a streaming send before its stream opens, with their requirements. */
const REFUSALS: readonly (readonly [requirement: RequirementId, row: ErrorRowId])[] = [
  ['stream.refusal.chat-busy', 'chat-busy'],
  ['stream.refusal.idempotency-conflict', 'idempotency-conflict'],
  ['stream.refusal.resource-not-allowed', 'attachment-not-allowed'],
  ['stream.refusal.agent-not-available', 'agent-not-available'],
  ['stream.refusal.too-many-agents', 'too-many-agents'],
  ['stream.refusal.validation-error', 'invalid-agents'],
  ['stream.refusal.agents-disabled', 'agents-disabled'],
  ['stream.refusal.agents-unavailable', 'agents-unavailable'],
];

/** Refusals that open a stream. */
export const streamRefusalBreakages: readonly Breakage[] = REFUSALS.map(([id, row]) => {
  const { status, message_code: code } = errorRow(row);
  return breakage(
    id,
    `A streaming send that is refused with ${code} opens a stream and fails there.`,
    refuseInStream((answer) => answer.status === status && codeOf(answer) === code),
  );
});
