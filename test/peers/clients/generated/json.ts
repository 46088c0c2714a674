type Parse = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/** Reads JSON. Integers that a number cannot hold become a bigint. */
export const parseJson = (text: string): unknown =>
  (JSON.parse as Parse)(text, (_key, value, { source }) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source && /^-?\d+$/.test(source)
      ? BigInt(source)
      : value,
  );

/** Writes JSON, each bigint as an integer. */
export const writeJson = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? rawJSON(String(member)) : member,
  );
