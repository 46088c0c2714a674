const LONGEST = 120;
const DEEPEST = 4;
const WIDEST = 8;

/** Short JSON of any value, for a person to read. Depth, width and length are bounded. */
export function excerpt(value: unknown): string {
  const text = render(value, 0);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

/** Short JSON of a value, or `absent` for undefined. */
export function describe(value: unknown): string {
  return value === undefined ? 'absent' : excerpt(value);
}

function render(value: unknown, depth: number): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value);
  if (value === undefined) return 'absent';
  if (value === null || typeof value !== 'object') return String(value);
  if (depth >= DEEPEST) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, WIDEST).map((item) => render(item, depth + 1));
    return `[${items.join(',')}${value.length > WIDEST ? ',…' : ''}]`;
  }
  const members: string[] = [];
  for (const key in value) {
    if (members.length === WIDEST) {
      members.push('…');
      break;
    }
    members.push(`${render(key, depth)}:${render((value as Record<string, unknown>)[key], depth + 1)}`);
  }
  return `{${members.join(',')}}`;
}
