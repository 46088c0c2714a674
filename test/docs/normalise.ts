/** What differs from run to run, and what a page shows in its place is as good. */
const varying: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, 'uuid'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'time'],
  [/(?<=http:\/\/127\.0\.0\.1:)\d+/g, 'port'],
  [/\bact_\w+/g, 'action'],
];

/**
 * The text with each value that varies named by its kind, and by which of its kind it is: the same value has the same name. Spaces at the end of a line, which editors
 * remove, are gone.
 */
export function normalise(text: string): string {
  return varying.reduce((rest, [pattern, kind]) => {
    const seen: string[] = [];
    return rest.replaceAll(pattern, (value) => {
      if (!seen.includes(value)) seen.push(value);
      return `<${kind} ${seen.indexOf(value) + 1}>`;
    });
  }, text.replaceAll(/ +$/gm, '').trimEnd());
}
