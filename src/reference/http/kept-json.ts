const texts = new WeakMap<object, string>();

/** Promises that a value, with all that is in it, never changes again: its JSON is then written once, however often it is sent. */
export function keepJson<Value extends object>(value: Value): Value {
  texts.set(value, JSON.stringify(value));
  return value;
}

/**
 * The JSON of an answer's body, as JSON.stringify writes it, with what is kept of its members.
 *
 * @throws TypeError when the body has no JSON
 */
export function toJson(body: unknown): string {
  if (typeof body !== 'object' || body === null || !hasKept(body)) return JSON.stringify(body) ?? '';
  const members = Object.entries(body).flatMap(([name, value]) => {
    const text = texts.get(value) ?? JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(',')}}`;
}

function hasKept(body: object): body is { readonly data: object } {
  return 'data' in body && typeof body.data === 'object' && body.data !== null && texts.has(body.data);
}
