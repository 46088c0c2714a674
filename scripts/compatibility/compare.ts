/** Compares two editions of the contract. */
import type { JsonObject } from '../generate/spec.ts';
import { compareAsyncapi } from './asyncapi.ts';
import { type Change, change } from './change.ts';
import { compareErrors } from './errors.ts';
import { compareOpenapi } from './openapi.ts';
import type { Place } from './place.ts';
import { compareRequirements } from './requirements.ts';
import { canonical } from './same.ts';

/** Everything in a version of the contract that programs rely on. */
export interface Edition {
  readonly asyncapi: JsonObject;
  readonly openapi: JsonObject;
  /** The rows of the failures. */
  readonly errors: readonly JsonObject[];
  /** Levels by the ids of requirements. */
  readonly requirements: Readonly<Record<string, string>>;
}

/**
 * Every difference, in the order of the documents. If the editions differ and no rule finds a change, the difference is
 * editorial.
 * @throws UnclassifiedError for a member or a keyword without a rule, used or not
 * @throws BrokenReferenceError
 */
export function compareEditions(before: Edition, after: Edition): Change[] {
  const place = (document: string, old: JsonObject = {}, now: JsonObject = {}): Place => ({
    document,
    before: old,
    after: now,
    trail: [],
    position: 'response',
    origin: document,
  });
  const asyncapi = place('asyncapi.json', before.asyncapi, after.asyncapi);
  const openapi = place('openapi.json', before.openapi, after.openapi);
  const changes = [
    // First, because its changes name events.
    ...compareAsyncapi(asyncapi),
    ...compareOpenapi(openapi),
    ...compareErrors(before.errors, after.errors, place('errors.json')),
    ...compareRequirements(before.requirements, after.requirements, place('requirements.json')),
  ];
  const isRewritten = changes.length === 0 && contentOf(before) !== contentOf(after);
  return isRewritten ? [change('editorial', openapi, 'the same is written in another way')] : changes;
}

/** The edition without its version, as one text. */
function contentOf({ asyncapi, openapi, errors, requirements }: Edition): string {
  const unversioned = (document: JsonObject) => ({
    ...document,
    info: { ...Object(document.info), version: '' },
  });
  return canonical([unversioned(asyncapi), unversioned(openapi), errors, requirements]);
}
