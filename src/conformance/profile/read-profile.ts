import { explainProfile, type Profile as ProfileFile } from '../../../generated/input-files.js';
import { checkTools } from '../../rig/script/check-tools.ts';
import { TemplateError } from '../../rig/script/fill-template.ts';
import type { ToolNames } from '../../rig/script/tool-names.ts';
import { roundNumbers } from '../judge/round-numbers.ts';
import { findNearest } from '../registry/nearest.ts';
import { withImplied } from './absences.ts';
import { checkNames, type NameProblem } from './check-names.ts';
import { CREDENTIALS } from './names.ts';
import type { Profile, ProfileCredential, ProfileTurn } from './profile.ts';
import { type ReadYaml, readYaml, YamlProblem } from './read-yaml.ts';
import { rigScenarios } from './rig-scenarios.ts';

export interface ProfileSources {
  /** Replaces the target of the profile. */
  readonly target?: string | undefined;
  /** Replaces the main token of the profile. */
  readonly token?: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reads a file that the profile refers to. */
  readFile(path: string): string;
}

/** The profile cannot be used. The message has one line for each problem. */
export class ProfileError extends Error {
  readonly code = 'invalid-profile';
}

/** Longest profile, in characters. */
const LARGEST = 1024 * 1024;
/** Most problems in one message. */
const SHOWN = 10;

/**
 * Reads a profile in YAML or JSON, as spec/formats/profile.schema.json describes it.
 *
 * @param name name of the profile in messages, such as the path of its file
 * @throws ProfileError
 */
export function readProfile(text: string, name: string, sources: ProfileSources): Profile {
  return resolveProfile(parseProfile(text, name), name, sources);
}

/**
 * Reads from a profile which tools a service offers its model, for script acts that name no tool.
 *
 * @throws ProfileError
 */
export function readRigTools(text: string, name: string): Partial<ToolNames> {
  return resolveTools(parseProfile(text, name), name);
}

/** A profile that only has a URL and a token. */
export function basicProfile(sources: ProfileSources): Profile {
  return resolveProfile({ profile: 1 }, 'the command line', sources);
}

function parseProfile(text: string, name: string): ProfileFile {
  if (text.length > LARGEST) throw new ProfileError(`${name} is too large for a profile`);
  const { value, lineOf } = readDocument(text, name);
  const problems = findProblems(value);
  if (problems.length === 0) return value as ProfileFile;
  const shown = problems.slice(0, SHOWN).map(({ path, message }) => {
    const line = lineOf(path);
    return `${name}${line === undefined ? '' : `:${line}`}: ${path.join('.') || 'the profile'} ${message}`;
  });
  throw new ProfileError(shown.join('\n'));
}

function readDocument(text: string, name: string): ReadYaml {
  try {
    return readYaml(text);
  } catch (error) {
    if (!(error instanceof YamlProblem)) throw error;
    throw new ProfileError(`${name}:${error.line}: ${error.message}`, { cause: error });
  }
}

/** The problems with the form of a profile or, if there are none, with its names. */
function findProblems(value: unknown): NameProblem[] {
  const problems = explainProfile(roundNumbers(value));
  if (problems.length === 0) return checkNames(value as ProfileFile);
  return problems.map(({ pointer, message, known = [] }) => {
    const path = keysOf(pointer);
    const [near] = findNearest(path.at(-1) ?? '', known);
    return { path, message: near === undefined ? message : `${message}; did you mean ${near}?` };
  });
}

function keysOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function resolveProfile(file: ProfileFile, name: string, sources: ProfileSources): Profile {
  const target = sources.target ?? file.target;
  if (target === undefined) throw new ProfileError(`${name} has no target; add one, or give a URL`);
  const credentials = Object.fromEntries(
    Object.entries(file.credentials ?? {}).flatMap(([credential, place]) => {
      const token = readToken(place, `${name}: credentials.${credential}`, sources);
      return token === undefined ? [] : [[credential, { token }]];
    }),
  );
  const main = sources.token ?? credentials.main?.token ?? sources.environment.CONVERSATION_API_TOKEN;
  if (!main) {
    const named = file.credentials?.main?.token_env;
    throw new ProfileError(
      named === undefined
        ? 'there is no token; set CONVERSATION_API_TOKEN, give --token-file FILE, or a profile with credentials.main'
        : `${name}: credentials.main: the variable ${named} is not set; set it or CONVERSATION_API_TOKEN, or give --token-file FILE`,
    );
  }
  const all = { ...credentials, main: { token: main } };
  rejectUnsendableTokens(all);
  rejectSameToken(all, name);
  return {
    baseUrl: checkTarget(target, name),
    headers: file.headers ?? {},
    credentials: withScopes(all),
    unset: findUnset(file, all),
    resources: Object.fromEntries(
      Object.entries(file.resources ?? {}).map(([resource, ids]) => [resource, { ids }]),
    ),
    scenarios: readScenarios(file),
    absent: file.absent ?? [],
    tools: resolveTools(file, name),
    faults: Object.fromEntries(
      Object.entries(file.faults ?? {}).map(([fault, { headers = {}, body = {} }]) => [
        fault,
        { headers, body },
      ]),
    ),
    ...(file.application && { application: readApplication(file.application, all) }),
    timers: { timeScale: file.timers?.time_scale ?? 1 },
    ...(file.price && { price: file.price }),
  };
}

function checkTarget(target: string, name: string): string {
  const url = URL.parse(target);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ProfileError(`${name}: the target is not an http or https URL`);
  if (/\/api\/v1\/*$/.test(url.pathname))
    throw new ProfileError(`${name}: the target ends before /api/v1, which the suite adds; leave that out`);
  if (/[?#]/.test(target))
    throw new ProfileError(
      `${name}: the target has a query or a fragment; remove it, since the requests would not carry it`,
    );
  if (url.username || url.password) {
    throw new ProfileError(
      `${name}: the target contains a password; remove it, since the token is sent in a header`,
    );
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}

type Place = NonNullable<ProfileFile['credentials']>[string];

/** @returns undefined if the environment variable of the credential is not set; the profile then lacks the credential */
function readToken(
  place: Place,
  where: string,
  { environment, readFile }: ProfileSources,
): string | undefined {
  const { token_env, token_file } = place;
  if (token_env !== undefined) return environment[token_env] || undefined;
  if (token_file === undefined) throw new ProfileError(`${where} has neither token_env nor token_file`);
  const token = readTokenFile(token_file, where, readFile);
  if (token === '') throw new ProfileError(`${where}: ${token_file} is empty; it must contain the token`);
  return token;
}

function readTokenFile(path: string, where: string, readFile: ProfileSources['readFile']): string {
  try {
    return readFile(path).trim();
  } catch (error) {
    throw new ProfileError(`${where}: ${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** The missing credentials of a profile, each with its environment variable that is not set. */
function findUnset(
  { credentials = {} }: ProfileFile,
  found: Readonly<Record<string, ProfileCredential>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).flatMap(([credential, { token_env }]) =>
      found[credential] || token_env === undefined ? [] : [[credential, token_env]],
    ),
  );
}

/** Rejects tokens that no header can carry, above all files and variables of several lines. The message never shows the token. */
function rejectUnsendableTokens(credentials: Readonly<Record<string, ProfileCredential>>): void {
  for (const [credential, { token }] of Object.entries(credentials)) {
    if (/^[\x20-\x7e]+$/.test(token)) continue;
    const problem = /[\r\n]/.test(token) ? 'has line breaks' : 'has characters that a header cannot carry';
    throw new ProfileError(`the token of ${credential} ${problem}; it must be a single line of ASCII`);
  }
}

/** Rejects a second credential with the token of main. Checks of what other credentials may not do would prove nothing. */
function rejectSameToken(credentials: Readonly<Record<string, ProfileCredential>>, name: string): void {
  for (const [credential, { token }] of Object.entries(credentials)) {
    if (credential === 'main' || !Object.hasOwn(CREDENTIALS, credential)) continue;
    if (token !== credentials.main?.token) continue;
    throw new ProfileError(
      `${name}: credentials.${credential} has the same token as main; it must have another`,
    );
  }
}

/** Adds the credential names `no_scope:*` and `only_scope:*`, which stand for any one of their kind. */
function withScopes(credentials: Record<string, ProfileCredential>): Record<string, ProfileCredential> {
  const all = { ...credentials };
  for (const kind of ['no_scope', 'only_scope']) {
    const [some] = Object.entries(credentials).filter(([name]) => name.startsWith(`${kind}:`));
    if (some) all[`${kind}:*`] = some[1];
  }
  return all;
}

function resolveTools({ rig }: ProfileFile, name: string): Partial<ToolNames> {
  const tools = (rig?.tools ?? {}) as Partial<ToolNames>;
  try {
    checkTools(tools);
    return tools;
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    throw new ProfileError(`${name}: rig.tools.${error.message}`, { cause: error });
  }
}

function readScenarios(file: ProfileFile): Record<string, ProfileTurn> {
  const { rig, scenarios = {}, absent = [] } = file;
  const scripted = rig
    ? rigScenarios({
        ...rig,
        attachments: rig.attachments ?? {},
        modelWithoutTools: rig.model_without_tools,
      })
    : {};
  const without = withImplied(absent);
  const all = { ...scripted, ...(scenarios as Record<string, ProfileTurn>) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !without.has(name)));
}

function readApplication(
  { method = 'POST', path, headers = {}, credential, body = {} }: NonNullable<ProfileFile['application']>,
  credentials: Readonly<Record<string, ProfileCredential>>,
): NonNullable<Profile['application']> {
  const token = credential === undefined ? undefined : credentials[credential]?.token;
  return {
    method,
    path,
    ...(credential !== undefined && { credential }),
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body,
  };
}
