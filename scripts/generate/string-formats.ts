/** The formats of the contract, as RFC 3339 and RFC 4122 define them. Libraries also accept other forms: a space, `+0000`, `urn:uuid:`. */

const dateTime = /^(\d{4})-(\d\d)-(\d\d)t(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:z|([+-])(\d\d):(\d\d)|[+-]00)?$/i;
const offset = /(?:z|[+-]\d\d:\d\d)$/i;
const daysOfMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** RFC 3339, including leap seconds. */
export function isDateTime(text: string): boolean {
  return isLocalDateTime(text) && offset.test(text.slice('0000-00-00'.length));
}

/** The same, or without an offset, or with an offset of hours only: ISO 8601 allows both. */
export function isLocalDateTime(text: string): boolean {
  const parts = dateTime.exec(text);
  if (!parts) return false;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (month < 1 || month > 12 || day < 1 || day > lastDay(year, month)) return false;
  const sign = parts[7] === '-' ? -1 : 1;
  const offsetHour = Number(parts[8] ?? 0);
  const offsetMinute = Number(parts[9] ?? 0);
  if (offsetHour > 23 || offsetMinute > 59) return false;
  if (hour <= 23 && minute <= 59 && second < 60) return true;
  // A leap second is at 23:59:60 UTC.
  const utcMinute = minute - offsetMinute * sign;
  const utcHour = hour - offsetHour * sign - (utcMinute < 0 ? 1 : 0);
  return (utcHour === 23 || utcHour === -1) && (utcMinute === 59 || utcMinute === -1) && second < 61;
}

function lastDay(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (daysOfMonth[month - 1] as number);
}
