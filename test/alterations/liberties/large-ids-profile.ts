import { ID_OFFSET } from '../../../src/alterations/liberties/large-ids.ts';
import type { Profile } from '../../../src/conformance/profile/profile.ts';
import { type JsonInteger, readInteger } from '../../../src/exact-json/exact-number.ts';

const CITATION = /(?<=\{\{[a-z]+:)\d+(?=\}\})/g;
/** The ids in a rendered script. */
const IN_SCRIPT = /(?<="agent":)\d+/g;

/** The profile of the reference server with the ids that clients see if it has large ones. */
export function withLargeIds(profile: Profile): Profile {
  const { attachment_maximum, ...resources } = profile.resources;
  return {
    ...profile,
    resources: {
      ...mapValues(resources, ({ ids }) => ({ ids: ids.map((id) => largeId(id) as JsonInteger) })),
      ...(attachment_maximum && { attachment_maximum }),
    },
    scenarios: mapValues(profile.scenarios, ({ body, ...turn }) => ({
      ...turn,
      body: mapValues(body, largeId),
    })),
  } as Profile;
}

function largeId(value: unknown): unknown {
  if (typeof value === 'number') return readInteger(enlarge(String(value)));
  if (typeof value === 'string') return value.replaceAll(CITATION, enlarge).replaceAll(IN_SCRIPT, enlarge);
  if (Array.isArray(value)) return value.map(largeId);
  return typeof value === 'object' && value !== null ? mapValues({ ...value }, largeId) : value;
}

function enlarge(digits: string): string {
  return String(BigInt(digits) + ID_OFFSET);
}

function mapValues<Value, Changed>(
  members: Readonly<Record<string, Value>>,
  change: (value: Value) => Changed,
): Record<string, Changed> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));
}
