/** Most edits between a known word and a mistyped one. */
function tolerance(word: string): number {
  return Math.max(2, Math.floor(word.length / 3));
}

/**
 * The known words that are most similar to a mistyped word, most similar first.
 *
 * The time is O(known words x length²), which is fast enough for the input of a person.
 */
export function findNearest(word: string, known: Iterable<string>, most = 1): string[] {
  const typed = word.toLowerCase().slice(0, 100);
  return [...known]
    .map((candidate) => ({ candidate, distance: editDistance(typed, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= tolerance(candidate))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Levenshtein distance, one row of the table at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
