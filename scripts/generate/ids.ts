import { operationsOf } from './documents.ts';
import { readErrorRows } from './error-row.ts';
import { codeHeader, type Files } from './output.ts';
import { readCauses, readRegistryOpenPoints, readRows, readStatements } from './registry.ts';
import { isObject, type Spec, SpecError } from './spec.ts';

const profilePath = 'profiles/reference.yaml';
const openapiPath = 'openapi/openapi.yaml';

const head = `${codeHeader}
/** The ids of the contract as types, so that the compiler finds an id that does not exist. */
`;

/**
 * ids.d.ts: each kind of id as a union, and requirement ids with their sentences. scopes.js: the scopes as values. operations.d.ts: the type
 * of the entries of operations.json.
 * @throws SpecError if a need is of an unknown kind.
 */
export function buildIds(spec: Spec): Files {
  const scopes = scopesOf(spec);
  const unions = [
    union(
      'ErrorRowId',
      'A row of errors.yaml.',
      readErrorRows(spec).map(({ id }) => id),
    ),
    union(
      'OpenPointId',
      'An open point.',
      readRegistryOpenPoints(spec).map(({ id }) => id),
    ),
    union(
      'OperationId',
      'An operation of the OpenAPI document.',
      operationsOf(spec).map((each) => each.operationId),
    ),
    union('CauseId', 'A cause for which the service refuses a request.', Object.keys(readCauses(spec))),
    union('Scope', 'A scope of a credential.', scopes),
    ...unionsOfNeeds(spec),
  ];
  return new Map([
    ['generated/ids.d.ts', `${head}${declareRequirements(spec)}${unions.join('')}`],
    ['generated/scopes.js', `${codeHeader}export const scopes = ${JSON.stringify(scopes, null, 2)};\n`],
    ['generated/scopes.d.ts', declareScopes],
    ['generated/operations.d.ts', declareOperation],
  ]);
}

/** An editor shows the comment of a member where a program accesses the member by name. */
function declareRequirements(spec: Spec): string {
  const rows = readRows(spec).map(({ row }) => row);
  const members = rows
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(
      ({ id, text }) => `  /** ${text.trim().replaceAll('*/', '*\\/')} */\n  readonly '${id}': '${id}';\n`,
    );
  return `
/** The id of each row of the registry, with its sentence. */
export interface RequirementIds {
${members.join('')}}

/** A row of the registry. */
export type RequirementId = keyof RequirementIds;
`;
}

/** The scopes that the security scheme describes, in its order. */
function scopesOf(spec: Spec): string[] {
  const { components } = spec.object(openapiPath);
  const schemes =
    isObject(components) && isObject(components.securitySchemes) ? components.securitySchemes : {};
  return Object.values(schemes).flatMap((scheme) =>
    isObject(scheme) && isObject(scheme['x-scopes']) ? Object.keys(scheme['x-scopes']) : [],
  );
}

/** Kinds of needs that have a name, with the type of that name. */
const namedKinds = {
  scenario: ['ScenarioName', 'A course of events that a turn can be made to take.'],
  credential: ['CredentialName', 'A credential that a profile can name; `none` is a request without one.'],
  resource: ['ResourceName', 'Something that the account of a profile can have.'],
  fault: ['FaultName', 'A failure that a profile can provoke.'],
  wait: ['WaitName', 'A time that a check has to wait.'],
} as const;

/** The needs of rows and statements, and everything else that the profile of the reference server offers. */
function unionsOfNeeds(spec: Spec): string[] {
  const profile = spec.object(profilePath);
  const offered = (['resource', 'fault'] as const).flatMap((kind) =>
    Object.keys(isObject(profile[`${kind}s`]) ? (profile[`${kind}s`] as object) : {}).map(
      (name) => `${kind}:${name}`,
    ),
  );
  const rows = [...readRows(spec).map(({ row }) => row), ...readStatements(spec)];
  const needs = [...rows.flatMap((row) => row.needs ?? []), ...offered];
  const known = Object.keys(namedKinds);
  const unnamed = needs.filter((need) => !need.includes(':'));
  const unknown = needs.find((need) => need.includes(':') && !known.includes(kindOf(need)));
  if (unknown !== undefined) {
    throw new SpecError({
      file: 'requirements',
      message: `the need ${unknown} has an unknown kind; known are ${known.join(', ')}`,
    });
  }
  const names = Object.entries(namedKinds).map(([kind, [type, meaning]]) =>
    union(
      type,
      meaning,
      needs.filter((need) => kindOf(need) === kind).map((need) => need.slice(kind.length + 1)),
    ),
  );
  const parts = [
    ...Object.entries(namedKinds).map(([kind, [type]]) => `\`${kind}:\${${type}}\``),
    ...membersOf(unnamed),
  ];
  return [...names, declare('Need', 'Something that must be available before a row can be verified.', parts)];
}

function kindOf(need: string): string {
  return need.split(':', 1)[0] as string;
}

function union(type: string, meaning: string, ids: readonly string[]): string {
  return declare(type, meaning, membersOf(ids));
}

/** Each id once, in alphabetical order. A star matches any scope. */
function membersOf(ids: readonly string[]): string[] {
  const isCovered = (id: string) =>
    ids.some((other) => other.endsWith(':*') && id.startsWith(other.slice(0, -1)));
  return [...new Set(ids)]
    .filter((id) => id.endsWith(':*') || !isCovered(id))
    .sort()
    .map((id) => (id.endsWith(':*') ? `\`${id.slice(0, -1)}\${Scope}\`` : `'${id}'`));
}

function declare(type: string, meaning: string, members: readonly string[]): string {
  const alternatives = members.length === 0 ? ['never'] : members;
  return `
/** ${meaning} */
export type ${type} =
${alternatives.map((member) => `  | ${member}`).join('\n')};
`;
}

const declareScopes = `${codeHeader}import type { Scope } from './ids.js';

/** Every scope of the service, in the order of the OpenAPI document. */
export declare const scopes: readonly Scope[];
`;

const declareOperation = `${codeHeader}import type { OperationId, Scope } from './ids.js';

/** An operation of the OpenAPI document, as operations.json lists it. */
export interface Operation {
  readonly operationId: OperationId;
  readonly method: string;
  /** Path template: \`/api/v1/chats/{chat_id}\`. */
  readonly path: string;
  readonly tag: string | null;
  readonly requiredScopes: readonly Scope[];
  /** Type of the request's body; null if it has none. */
  readonly request: string | null;
  /** Type of the response's body by status, \`default\` included; \`text/event-stream\` for a stream, null for no body. */
  readonly responses: Readonly<Record<string, string | null>>;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[];
}
`;
