import type { Check } from '../check-kit/check.ts';
import type { Profile } from '../profile/profile.ts';

/** Ids shown of a resource. */
const SHOWN = 4;
/** What the judge of the wire measures. */
const TIMED: ReadonlySet<string> = new Set(['stream.ping.cadence', 'interactions.pause.pings']);

/**
 * What a check takes the profile's word for. A finding of its stands on that: where the profile is wrong, the target need not be.
 *
 * @returns each in a few words, such as `resource:agent 21, 22`
 */
export function tellGrounds({ needs, waits }: Check, { resources, timers }: Grounds): string[] {
  const told = needs
    .filter((need) => need !== 'credential:none' && !need.startsWith('wait:'))
    .map((need) => {
      const ids = need.startsWith('resource:') ? (resources[need.slice('resource:'.length)]?.ids ?? []) : [];
      const shown = ids.slice(0, SHOWN).map((id) => String(id).slice(0, 40));
      return [need, [...shown, ...(ids.length > SHOWN ? ['…'] : [])].join(', ')].join(' ').trim();
    });
  return waits === undefined ? told : [...told, nameScale(timers)];
}

/** The same of what the judge of the wire finds, which takes the profile's word for nothing but the time. */
export function groundsOnWire(requirement: string, { timers }: Pick<Grounds, 'timers'>): string[] {
  return TIMED.has(requirement) ? [nameScale(timers)] : [];
}

function nameScale({ timeScale }: Grounds['timers']): string {
  return `timers.time_scale ${timeScale}`;
}

export type Grounds = Pick<Profile, 'resources' | 'timers'>;
