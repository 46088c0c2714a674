import { eventsOf, operationsOf } from './documents.ts';
import { readErrorRows, sendAgain } from './error-row.ts';
import { type Files, toJson } from './output.ts';
import { type Spec, SpecError } from './spec.ts';
import { checkViolations } from './violations.ts';

/** events.json: the events of a stream, in the order of the AsyncAPI document. */
export function buildEvents(spec: Spec): Files {
  return new Map([['generated/events.json', toJson(eventsOf(spec))]]);
}

/** operations.json: the operations of the OpenAPI document, without its prose. */
export function buildOperations(spec: Spec): Files {
  const operations = operationsOf(spec).map(({ parameters, ...operation }) => ({
    ...operation,
    parameters: parameters.map(({ schema: _, ...parameter }) => parameter),
  }));
  return new Map([['generated/operations.json', toJson(operations)]]);
}

/**
 * errors.json: the failures that the service names. `sendAgain` says for people what `repeat` and `change` say.
 * @throws SpecError for a row whose violation cannot happen.
 */
export function buildErrors(spec: Spec): Files {
  const problems = checkViolations(spec);
  if (problems.length > 0) throw new SpecError(...problems);
  const rows = readErrorRows(spec).map((row) => {
    const { change: _, ...rest } = row;
    return { ...rest, sendAgain: sendAgain(row) };
  });
  return new Map([['generated/errors.json', toJson(rows)]]);
}
