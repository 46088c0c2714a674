/** A file that imports another; both are paths relative to the repository. */
export type Import = readonly [from: string, to: string];

/** The content of a picture: the rooms, in drawing order, and the room of each file. */
export interface View {
  /** Label by the id of the room. */
  readonly rooms: Readonly<Record<string, string>>;
  /** The id of the room that a file belongs to; undefined for a file outside the picture. */
  roomOf(file: string): string | undefined;
}

/**
 * Draws which rooms import which, as a Mermaid flowchart. An arrow that follows from others is left out: with `a --> b` and `b --> c`, the
 * picture does not repeat `a --> c`.
 */
export function drawPicture(imports: readonly Import[], { rooms, roomOf }: View): string {
  const arrows = new Map<string, Set<string>>(Object.keys(rooms).map((room) => [room, new Set()]));
  for (const [from, to] of imports) {
    const [a, b] = [roomOf(from), roomOf(to)];
    if (a !== undefined && b !== undefined && a !== b) arrows.get(a)?.add(b);
  }
  const lines = [...arrows].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((other) => other !== to && reaches(arrows, other, to)))
      .sort()
      .map((to) => `  ${from} --> ${to}`),
  );
  const nodes = Object.entries(rooms).map(([id, label]) => `  ${id}["${label}"]`);
  return ['flowchart TD', ...nodes, ...lines].join('\n');
}

/** Whether a room imports another, directly or through others. */
function reaches(
  arrows: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
  to: string,
  seen: Set<string> = new Set(),
): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const targets = arrows.get(from) ?? new Set();
  return targets.has(to) || [...targets].some((next) => reaches(arrows, next, to, seen));
}
