import { withImplied } from './absences.ts';
import { splitNeed } from './names.ts';
import type { Profile } from './profile.ts';

/**
 * Whether a profile has what a check needs: an entry with its name and, where the entry names a credential, that credential too. Waiting, and
 * a request without a credential, need no entry. This alone decides what `--plan` lists and what a run does.
 */
export function isMet(need: string, profile: Profile): boolean {
  const [kind, name] = splitNeed(need);
  if (kind === 'wait' || need === 'credential:none') return true;
  if (kind === 'application' && !profile.application) return false;
  const credential = credentialOf(need, profile);
  if (credential !== undefined && !Object.hasOwn(profile.credentials, credential)) return false;
  const tables = { resource: profile.resources, scenario: profile.scenarios, fault: profile.faults };
  const table = tables[kind as keyof typeof tables];
  return table ? Object.hasOwn(table, name) : kind === 'credential' || kind === 'application';
}

/** Says which need is not met, and which environment variable would meet it, if that is why. */
export function describeUnmet(need: string, profile: Profile): string {
  const [kind, name] = splitNeed(need);
  if (kind === 'scenario' && withImplied(profile.absent ?? []).has(name))
    return `${need} (the profile says that the service has none)`;
  const credential = credentialOf(need, profile);
  const variable = credential === undefined ? undefined : profile.unset?.[credential];
  return variable === undefined ? need : `${need} (${variable} is not set)`;
}

/** The credential that a need is, or that its entry names. */
function credentialOf(need: string, { scenarios, application }: Profile): string | undefined {
  const [kind, name] = splitNeed(need);
  if (kind === 'credential') return name;
  return kind === 'application'
    ? application?.credential
    : kind === 'scenario'
      ? scenarios[name]?.credential
      : undefined;
}
