const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?$/;
const UTC_OFFSET = /(?:[zZ]|[+-]00:?00)$/;

/** Whether the text is a date-time but for its offset, which is a warning only. */
export function isWithoutOffset(text: string): boolean {
  return WITHOUT_OFFSET.test(text);
}

/** Whether a time that has an offset is in UTC; undefined when it has none. */
export function isUtc(time: string): boolean | undefined {
  return isWithoutOffset(time) ? undefined : UTC_OFFSET.test(time);
}
