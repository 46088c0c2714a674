/** Compares the rows of the failures: the code of each, and the operations in which it can occur. */
import { isObject, type JsonObject } from '../generate/spec.ts';
import type { Change } from './change.ts';
import type { Place } from './place.ts';
import { elsewhere, fixed, keyed, members, named, promised, prose, ranked } from './rules.ts';

const file = 'scripts/compatibility/errors.ts';

const row = members(
  {
    id: elsewhere,
    channel: fixed,
    // Names the kind in our own client, which has its own version.
    kind: prose,
    status: fixed,
    message_code: fixed,
    data_code: promised,
    retryAction: promised,
    resend: promised,
    operations: named({
      noun: 'the operation',
      step: (name) => name,
      added: 'additive',
      removed: 'breaking',
      each: ranked('decided by us', 'promised'),
    }),
    data: named({
      noun: 'the member',
      step: (name) => `data > ${name}`,
      added: 'additive',
      removed: 'breaking',
      each: prose,
    }),
    condition: prose,
    note: prose,
    retry: prose,
    // Advice like `retry`. `resend` says what a client does automatically.
    repeat: prose,
    sendAgain: prose,
    requirement: prose,
    responses: prose,
    example: prose,
    openPoints: prose,
    violations: prose,
  },
  file,
);

const rows = keyed(({ id }) => String(id), {
  noun: 'the failure',
  step: (id) => `failure ${id}`,
  // Codes are an open set: a client handles an unknown code by its status.
  added: 'additive',
  removed: 'breaking',
  each: (before, after, at, name) => row(withStrength(before), withStrength(after), at, name),
});

/** @throws UnclassifiedError */
export function compareErrors(
  before: readonly unknown[],
  after: readonly unknown[],
  at: Place,
): readonly Change[] {
  return rows(before, after, at, at.document);
}

/** The members that a schema of `data` promises. Their schemas are compared where the documents publish them. */
function membersOf(data: JsonObject): JsonObject {
  if (data.type === 'array') return { '0': data.items };
  return isObject(data.properties) ? data.properties : {};
}

/** The row with one mapping from operations to what it promises for each, instead of two lists. */
function withStrength(value: unknown): JsonObject {
  const { decided, operations, data, ...rest } = isObject(value) ? value : {};
  const ours = Object.values(isObject(decided) ? decided : {}).flat();
  return {
    ...rest,
    ...(isObject(data) && { data: membersOf(data) }),
    operations: Object.fromEntries(
      (Array.isArray(operations) ? operations : []).map((id) => [
        String(id),
        ours.includes(id) ? 'decided by us' : 'promised',
      ]),
    ),
  };
}
