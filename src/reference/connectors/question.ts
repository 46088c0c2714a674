import { isObject, isShallow } from '../../rig/script/json.ts';
import { BOUNDS } from './bounds.ts';
import type { Question } from './connectors.ts';

/**
 * Reads a question that a connector asks and keeps its schema unchanged. The official SDK would drop or reject the keywords
 * of JSON Schema that it does not know.
 *
 * @throws QuestionRefused when the question is too large or not a form for a flat object (section 2.6)
 */
export function readQuestion(params: unknown): Question {
  const { mode = 'form', message, requestedSchema } = { ...(isObject(params) && params) };
  if (mode !== 'form') throw new QuestionRefused('Only questions in form mode can be asked.');
  if (typeof message !== 'string') throw new QuestionRefused('The question needs a message.');
  if (message.length > BOUNDS.questionLength) {
    throw new QuestionRefused(`The message has more than ${BOUNDS.questionLength} characters.`);
  }
  if ((JSON.stringify(requestedSchema) ?? '').length > BOUNDS.schemaLength) {
    throw new QuestionRefused(`requestedSchema has more than ${BOUNDS.schemaLength} characters.`);
  }
  if (!isShallow(requestedSchema, BOUNDS.schemaDepth)) {
    throw new QuestionRefused(`requestedSchema nests more than ${BOUNDS.schemaDepth} levels deep.`);
  }
  if (!isFlatForm(requestedSchema)) {
    throw new QuestionRefused(
      'requestedSchema must describe a flat object: type "object", with properties that are neither objects nor lists of objects.',
    );
  }
  return { message: message.toWellFormed(), mode, requestedSchema };
}

/** A question that cannot be shown to a person. The connector gets the reason and may ask differently. */
export class QuestionRefused extends Error {
  readonly code = 'question-refused';
}

function isFlatForm(schema: unknown): schema is Record<string, unknown> {
  if (!isObject(schema) || schema.type !== 'object') return false;
  const { properties = {} } = schema;
  return isObject(properties) && !Object.values(properties).some(mayHoldObject);
}

/** Whether a property may be an object or a list of objects, in any of its alternatives. A `$ref` is not followed. */
function mayHoldObject(property: unknown): boolean {
  if (!isObject(property)) return false;
  const { type, properties, items, anyOf, oneOf, allOf } = property;
  if (properties !== undefined || [type].flat().includes('object')) return true;
  return [items, anyOf, oneOf, allOf].flat().some(mayHoldObject);
}
