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

/** An operation reads in one order everywhere: what it is, who may call it, what goes in, what comes out. */
export const operationKeyOrder: Rule = () => ({
  Operation: (operation, context) => reportDisorder(operation, order, context),
});
