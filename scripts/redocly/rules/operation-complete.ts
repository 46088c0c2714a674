import { isObject } from '../../generate/spec.ts';
import type { Rule } from '../rule.ts';

const required: Readonly<Record<string, (value: unknown) => boolean>> = {
  operationId: isText,
  summary: isText,
  description: isText,
  tags: (value) => Array.isArray(value) && value.length === 1,
  security: (value) => Array.isArray(value) && value.length > 0,
  'x-required-scopes': (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
};

/** An operation has a name, a summary, a description, one tag, its scopes, and a `default` response for other failures. */
export const operationComplete: Rule = () => ({
  Operation(operation, { report, location }) {
    for (const [name, isSound] of Object.entries(required)) {
      if (isSound(operation[name])) continue;
      report({ message: `The operation lacks \`${name}\`, or it is empty.`, location: location.key() });
    }
    if (!isObject(operation.responses) || !('default' in operation.responses)) {
      report({ message: 'The operation has no `default` response.', location: location.key() });
    }
  },
});

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
