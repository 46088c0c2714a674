/** Values that vary from run to run, so a page may show others. */
const varying: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, 'uuid'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, 'time'],
  [/(?<=http:\/\/127\.0\.0\.1:)\d+/g, 'port'],
  [/\bact_\w+/g, 'action'],
];

/**
 * Replaces each varying value by its kind and its number within the kind, so that equal values get the same name. Removes spaces at the end of
 * lines, which editors remove.
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
