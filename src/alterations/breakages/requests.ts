import type { OperationId } from '../../reference/http/operation.ts';
import { type Breakage, breakage } from '../alteration.ts';
import { lenientAbout } from '../decorators/lenient-types.ts';

/** The operations whose bodies have members of types that a service can convert. */
const TYPED = {
  createChat: 'create-chat',
  updateChat: 'update-chat',
  sendMessage: 'send-message',
  streamMessage: 'stream-message',
  approveTool: 'approve-tool',
  createSkill: 'create-skill',
  updateSkill: 'update-skill',
} as const satisfies Partial<Record<OperationId, string>>;

/** Values of another type than the contract names, which should be refused. */
export const requestBreakages: readonly Breakage[] = Object.entries(TYPED).map(([operation, name]) =>
  breakage(
    `requests.${name}.types/converted`,
    `The operation ${operation} converts a member of another type, or ignores it.`,
    lenientAbout(operation as keyof typeof TYPED),
  ),
);
