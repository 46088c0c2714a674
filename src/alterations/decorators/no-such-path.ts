import type { OperationId } from '../../reference/http/operation.ts';
import { refuse } from './refuse.ts';
import { answerInstead } from './rewrite.ts';

/** A server that does not know some operations. */
export function noSuchPath(...operations: readonly OperationId[]) {
  return answerInstead(operations, (request) => refuse(request, 'unknown-route'));
}
