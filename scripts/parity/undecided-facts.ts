import { bindingsIn } from '../generate/bindings.ts';
import { operationsOf } from '../generate/documents.ts';
import { requestMembersOf } from '../generate/request-members.ts';
import type { Parity } from './sources.ts';

/** Facts that the contract states about every place of a kind. A row decides each of them. */
export const undecidedFacts: Parity = ({ spec }) => {
  const decided = new Set(
    bindingsIn(spec).map(({ fact, operation, member = '' }) => `${fact} of ${operation}.${member}`),
  );
  const stated = [
    ...operationsOf(spec)
      .filter(({ requiredScopes }) => requiredScopes.length > 0)
      .map(({ operationId }) => `scope of ${operationId}.`),
    ...requestMembersOf(spec).flatMap((member) => {
      const place = `${member.operation}.${(member.path as readonly string[]).join('.')}`;
      return [
        // Without its parameter, a path is another path.
        ...(member.required && member.in !== 'path' ? [`missing of ${place}`] : []),
        ...(['maxLength', 'maximum', 'minItems'].some((keyword) => keyword in member)
          ? [`most of ${place}`]
          : []),
        ...(isAttachment(member.path as readonly string[]) ? [`scope of ${place}`] : []),
      ];
    }),
  ];
  return stated
    .filter((fact) => !decided.has(fact))
    .map((fact) => `no row decides ${fact.replace(/\.$/, '')}`);
};

/** Each kind of attachment needs a scope. */
function isAttachment(path: readonly string[]): boolean {
  return path.length === 2 && path[0] === 'attachments';
}
