import { reportDisorder } from '../key-order.ts';
import type { Rule } from '../rule.ts';

const order = [
  ['title'],
  ['description'],
  ['$ref', 'allOf'],
  ['type'],
  ['required'],
  ['x-decision-required'],
  ['properties'],
  ['items', 'additionalProperties', 'patternProperties'],
  [
    'const',
    'enum',
    'oneOf',
    'anyOf',
    'format',
    'pattern',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'minItems',
    'maxItems',
    'uniqueItems',
  ],
  ['if'],
  ['then'],
  ['else'],
  ['default'],
  ['examples'],
  ['x-decision', 'x-decision-keywords'],
];

/** Every schema lists its keys in the same order: meaning, structure, then constraints. */
export const schemaKeyOrder: Rule = () => ({
  Schema: (schema, context) => reportDisorder(schema, order, context),
});
