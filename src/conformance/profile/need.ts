/** Kind and name of a need, such as `scenario` and `plan`. What has no name is a kind by itself. */
export function splitNeed(need: string): readonly [kind: string, name: string] {
  const colon = need.indexOf(':');
  return colon < 0 ? [need, ''] : [need.slice(0, colon), need.slice(colon + 1)];
}
