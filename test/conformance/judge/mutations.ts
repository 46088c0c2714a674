/** One change to a JSON value, at one place. */
export interface Mutation {
  readonly description: string;
  readonly value: unknown;
}

const OTHER_VALUES: readonly unknown[] = [null, 7.5, 'no such value', [], {}, true];

/** Every value that differs from this one in one place: a member removed, or a part replaced by a value of another type. */
export function* mutate(value: unknown, pointer = ''): Generator<Mutation> {
  for (const other of OTHER_VALUES) {
    if (typeOf(other) !== typeOf(value) || typeof value === 'string') {
      yield { description: `${pointer || '/'} as ${JSON.stringify(other)}`, value: other };
    }
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (!Array.isArray(value)) {
      const { [key]: _removed, ...rest } = value as Record<string, unknown>;
      yield { description: `without ${pointer}/${key}`, value: rest };
    }
    for (const { description, value: changed } of mutate(member, `${pointer}/${key}`)) {
      yield {
        description,
        value: Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
      };
    }
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
