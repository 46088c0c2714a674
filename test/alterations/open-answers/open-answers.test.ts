import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { judgeOpenAnswers } from '../../../scripts/ledger/readings/judge-combination.ts';
import { sampled } from '../../../scripts/test/tiers.ts';
import { choicesOf } from '../../../src/alterations/open-answers/chance.ts';
import {
  type Failure,
  UNDECIDED_FAILURES,
} from '../../../src/alterations/open-answers/undecided-failures.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { OPERATIONS } from '../../../src/reference/http/operation.ts';

const spec = (file: string) =>
  parse(readFileSync(new URL(`../../../spec/${file}`, import.meta.url), 'utf8')) as readonly {
    readonly id: string;
    readonly channel?: string;
    readonly message_code?: string;
    readonly operations?: readonly string[];
  }[];

/** Codes that the sound server uses for failures without a row. A client reacts to each in a specific way. */
const UNLISTED = [
  'api_v1_unauthenticated',
  'api_v1_invalid_request',
  'api_v1_forbidden',
  'api_v1_unknown_route',
  'api_v1_method_not_allowed',
  'api_v1_payload_too_large',
  'api_v1_unsupported_media_type',
];

function failureOf(operationId: string, code: string): Failure {
  const operation = OPERATIONS.find((each) => each.operationId === operationId);
  return {
    operation,
    parameters: [],
    query: new URLSearchParams(),
    status: 400,
    body: { message_code: code },
  };
}

describe('a server with open answers', () => {
  // The ledger judges more of them with all checks.
  it('raises no alarm and leaves nothing incomplete', async () => {
    const checks = sampled(CHECKS, 15);
    expect(await judgeOpenAnswers(1, checks)).toEqual([]);
  });

  it('depends on the seed', () => {
    const options = Array.from({ length: 100 }, (_, at) => at) as [number, ...number[]];
    const picks = (seed: number) => ['one', 'two', 'three'].map((place) => choicesOf(seed)(place, options));
    expect(picks(1)).toEqual(picks(1));
    expect(picks(1)).not.toEqual(picks(2));
  });
});

describe('the undecided failures', () => {
  it.each(UNLISTED)('include %s, which has no row', (code) => {
    expect(UNDECIDED_FAILURES.some(({ matches }) => matches(failureOf('getChat', code)))).toBe(true);
  });

  it('include no failure that errors.yaml decides for an operation', () => {
    const decided = spec('errors.yaml').filter(
      ({ channel, id }) => channel === 'http' && id !== 'scope-not-allowed',
    );
    const taken = decided.flatMap(({ id, message_code: code = '', operations = [] }) =>
      operations
        .filter((each) => UNDECIDED_FAILURES.some(({ matches }) => matches(failureOf(each, code))))
        .map(() => id),
    );
    expect(taken).toEqual([]);
  });

  it('name open points that exist', () => {
    const known = new Set(spec('requirements/open-points.yaml').map(({ id }) => id));
    expect(UNDECIDED_FAILURES.filter(({ openPoint }) => !known.has(openPoint))).toEqual([]);
  });
});
