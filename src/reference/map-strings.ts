/** Changes every string of a JSON value, and the names of members. The value must not nest deeply. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value;
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [change(name), mapStrings(item, change)]),
  );
}
