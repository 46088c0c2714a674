/** Whether a value is this uuid, in whatever case: case means nothing in a uuid. */
export function isSameUuid(value: unknown, uuid: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === uuid.toLowerCase();
}
