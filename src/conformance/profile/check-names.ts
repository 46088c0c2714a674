import type { Profile as ProfileFile } from '../../../generated/input-files.js';
import { isInteger, writeJson } from '../../exact-json/exact-number.ts';
import { problemOfPath } from '../recorder/target-url.ts';
import { findNearest } from '../registry/nearest.ts';
import { ABSENCES } from './absences.ts';
import { CREDENTIALS, FAULTS, RESOURCES, SCENARIOS } from './names.ts';
import { REMOVED } from './removed-names.ts';

const KINDS = {
  credentials: CREDENTIALS,
  resources: RESOURCES,
  scenarios: SCENARIOS,
  faults: FAULTS,
} as const;

export interface NameProblem {
  /** Keys of the place in the profile. */
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Finds unknown names in a profile, and names and paths with missing or wrong values. A typo would otherwise leave requirements
 * unexercised, unnoticed.
 */
export function checkNames(file: ProfileFile): NameProblem[] {
  const own = new Set(credentialsInUse(file));
  const unknown = Object.entries(KINDS).flatMap(([kind, known]) =>
    Object.keys(file[kind as keyof typeof KINDS] ?? {})
      .filter((name) => !Object.hasOwn(known, name) && !(kind === 'credentials' && own.has(name)))
      .map((name) => ({
        path: [kind, name],
        message: describeUnknown(kind, name, known),
      })),
  );
  return [
    ...unknown,
    ...unknownAbsences(file),
    ...missingCredentials(file, own),
    ...wrongIds(file),
    ...emptyFaults(file),
    ...wrongPath(file),
  ];
}

function unknownAbsences({ absent = [] }: ProfileFile): NameProblem[] {
  const known = { ...SCENARIOS, ...ABSENCES };
  return absent
    .filter((name) => !Object.hasOwn(known, name))
    .map((name) => ({
      path: ['absent'],
      message: `names ${name}, which ${describeUnknown('scenarios', name, known)}`,
    }));
}

/** Credentials that the profile itself refers to, for example in scenarios. They may have any name. */
function credentialsInUse({ scenarios = {}, rig, application }: ProfileFile): string[] {
  const senders = Object.values(scenarios).map(({ credential }) => credential);
  return [...senders, rig?.incognito?.credential, application?.credential].flatMap((name) => name ?? []);
}

function missingCredentials({ credentials = {} }: ProfileFile, own: ReadonlySet<string>): NameProblem[] {
  return [...own]
    .filter((name) => name !== 'main' && !Object.hasOwn(credentials, name))
    .map((name) => ({
      path: ['credentials'],
      message: `has no ${name}, which the profile refers to elsewhere`,
    }));
}

function wrongIds({ resources = {} }: ProfileFile): NameProblem[] {
  return Object.entries(resources).flatMap(([name, ids]) => {
    const path = ['resources', name];
    const { least = 1 } = RESOURCES[name] ?? {};
    const count = new Set(ids).size;
    if (count < least) return [{ path, message: `has ${count} of ${least} required different ids` }];
    const wrong = ids.find((id) => !hasRightForm(name, id));
    return wrong === undefined ? [] : [{ path, message: `cannot hold ${writeJson(wrong)}; ${formOf(name)}` }];
  });
}

function hasRightForm(name: string, id: unknown): boolean {
  return name.endsWith('_reference') ? /^\{\{[^{}:]+:[^{}]+\}\}$/.test(String(id)) : isInteger(id);
}

function formOf(name: string): string {
  return name.endsWith('_reference')
    ? "a citation is written as '{{library:12}}', in quotes"
    : 'the ids must be integers';
}

function emptyFaults({ faults = {} }: ProfileFile): NameProblem[] {
  return Object.entries(faults)
    .filter(([, { headers = {}, body = {} }]) => Object.keys({ ...headers, ...body }).length === 0)
    .map(([name]) => ({
      path: ['faults', name],
      message: 'has neither headers nor a body that cause it',
    }));
}

/** A path that leads elsewhere would send the token of the application's credential to another server. */
function wrongPath({ application }: ProfileFile): NameProblem[] {
  const message = application && problemOfPath(application.path);
  return message === undefined ? [] : [{ path: ['application', 'path'], message }];
}

function describeUnknown(kind: string, name: string, known: object): string {
  const removed = Object.hasOwn(REMOVED[kind] ?? {}, name) ? REMOVED[kind]?.[name] : undefined;
  return removed
    ? `was removed in ${removed.since}: ${removed.instead}`
    : `is not a name that a check uses; ${suggest(name, known)}`;
}

function suggest(name: string, known: object): string {
  const [near] = findNearest(name, Object.keys(known));
  return near === undefined ? 'docs/conformance.md lists them' : `did you mean ${near}?`;
}
