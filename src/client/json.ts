/** Whether a parsed JSON value is an object, whose members may be anything. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
