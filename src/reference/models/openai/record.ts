/** Whether a value can be asked for members, as whatever comes from a provider must be before it is read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
