/** Timestamps may be rounded differently at different places. */
export const ROUNDING = 999;
const OFFSET = /(Z|[+-]\d\d:\d\d)$/i;
/** The hour of UTC alone, which is an offset in ISO 8601 and not in JavaScript. */
const HOUR = /(:\d\d(?:\.\d+)?)[+-]00$/;

/** Whether two timestamps are of one moment, however they are rounded. The shapes report what is no timestamp. */
export function isSameMoment(one: unknown, other: unknown): boolean {
  const [before, now] = [momentOf(one), momentOf(other)];
  return before === undefined || now === undefined || Math.abs(now - before) <= ROUNDING;
}

/** A timestamp in milliseconds since the epoch. One that names no offset is in UTC. */
export function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const local = value.replace(HOUR, '$1');
  const moment = Date.parse(OFFSET.test(local) ? local : `${local}Z`);
  return Number.isNaN(moment) ? undefined : moment;
}

/** Whether a timestamp is before another one, however they are rounded. */
export function isBefore(one: unknown, other: unknown): boolean {
  const [earlier, later] = [momentOf(one), momentOf(other)];
  if (earlier === undefined || later === undefined) return false;
  const isAlike =
    String(one).length === String(other).length && !/T\d\d:\d\d:\d\d(\.0+)?(Z|[+-]|$)/i.test(String(one));
  return later - earlier > (isAlike ? 0 : ROUNDING);
}
