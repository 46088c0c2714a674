import type { JsonObject } from '../../judge/json.ts';

/** Each member alone, each pair, and all together, to reveal members that are lost or reset with or without another one. */
export function combinationsOf(members: JsonObject): readonly JsonObject[] {
  const entries = Object.entries(members);
  const pairs = entries.flatMap((one, at) => entries.slice(at + 1).map((other) => [one, other]));
  return [...entries.map((entry) => [entry]), ...pairs, entries].map((some) => Object.fromEntries(some));
}
