import { reportDisorder } from '../key-order.ts';
import type { Rule } from '../rule.ts';

const order = [
  'operationId',
  'summary',
  'description',
  'tags',
  'security',
  'x-required-scopes',
  'parameters',
  'requestBody',
  'responses',
].map((key) => [key]);

/** Every operation lists its keys in the same order: identity, access, input, output. */
export const operationKeyOrder: Rule = () => ({
  Operation: (operation, context) => reportDisorder(operation, order, context),
});
