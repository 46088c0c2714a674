import type { Profile } from '../profile/profile.ts';
import type { Check } from '../suite/check-kit/check.ts';

/** The most ids of a resource that are shown. */
const SHOWN = 4;
/** Requirements that the judge verifies in every exchange and that depend on time. */
const TIMED: ReadonlySet<string> = new Set(['stream.ping.cadence']);

/**
 * Lists the parts of the profile that a check relies on. If one of them is wrong, a finding may not be the target's fault.
 *
 * @returns each part in a few words, such as `resource:agent 21, 22`
 */
export function listGrounds({ needs, waits }: Check, { resources, timers }: Grounds): string[] {
  const entries = needs
    .filter((need) => need !== 'credential:none' && !need.startsWith('wait:'))
    .map((need) => {
      const ids = need.startsWith('resource:') ? (resources[need.slice('resource:'.length)]?.ids ?? []) : [];
      const shown = ids.slice(0, SHOWN).map((id) => String(id).slice(0, 40));
      return [need, [...shown, ...(ids.length > SHOWN ? ['…'] : [])].join(', ')].join(' ').trim();
    });
  return waits === undefined ? entries : [...entries, nameScale(timers)];
}

/** Lists the same for a finding of the judge in an exchange, which relies on the profile only for the time scale. */
export function listGroundsOnWire(requirement: string, { timers }: Pick<Grounds, 'timers'>): string[] {
  return TIMED.has(requirement) ? [nameScale(timers)] : [];
}

function nameScale({ timeScale }: Grounds['timers']): string {
  return `timers.time_scale ${timeScale}`;
}

export type Grounds = Pick<Profile, 'resources' | 'timers'>;
