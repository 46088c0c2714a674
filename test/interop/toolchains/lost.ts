/** What a program did with one item: the value that it wrote back, or why it could not read it. */
export interface Decoded {
  readonly id: string;
  readonly kind: string;
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * The first difference between a value and the same value decoded and encoded again; undefined without one. Dates may be
 * written differently, and an absent member may come back as null: clients see no difference there.
 */
export function firstLoss(before: unknown, after: unknown, path = ''): string | undefined {
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || after.length !== before.length) return `${path}: not the same list`;
    return firstOf(before.map((item, index) => firstLoss(item, after[index], `${path}/${index}`)));
  }
  if (isRecord(before)) {
    if (!isRecord(after)) return `${path}: ${shown(after)} instead of an object`;
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return firstOf(Array.from(names, (name) => lossOfMember(before, after, name, `${path}/${name}`)));
  }
  return isSame(before, after) ? undefined : `${path}: ${shown(after)} instead of ${shown(before)}`;
}

function lossOfMember(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  name: string,
  path: string,
): string | undefined {
  if (!(name in before)) return isAbsent(after[name]) ? undefined : `${path}: added`;
  if (!(name in after)) return before[name] === null ? undefined : `${path}: lost`;
  return firstLoss(before[name], after[name], path);
}

function isSame(before: unknown, after: unknown): boolean {
  if (before === after) return true;
  return typeof before === 'string' && typeof after === 'string' && isSameTime(before, after);
}

function isSameTime(before: string, after: string): boolean {
  return /^\d{4}-\d\d-\d\dT/.test(before) && Date.parse(before) === Date.parse(after);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function firstOf(losses: readonly (string | undefined)[]): string | undefined {
  return losses.find((loss) => loss !== undefined);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
