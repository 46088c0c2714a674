import type { Seed } from '../../../generated/input-files.js';

/** The types of declarations that have an integer id. */
export type DeclaredType =
  | 'company'
  | 'user'
  | 'model'
  | 'library'
  | 'file'
  | 'connector'
  | 'tool'
  | 'agent'
  | 'skill';

/** A declaration in a seed. */
export interface Declaration {
  readonly type: DeclaredType;
  readonly id: number;
  /** A JSON Pointer to the declaration. */
  readonly pointer: string;
  /** The company that it belongs to, if that is known. */
  readonly companyId: number | undefined;
}

/** A reference from one place of a seed to a declaration. */
export interface Reference {
  readonly type: DeclaredType;
  readonly id: number;
  readonly pointer: string;
  /** The company that the target must belong to; absent if any company is allowed, or the company is unknown. */
  readonly companyId?: number | undefined;
}

/** All declarations of a seed that have an integer id. */
export function declarationsOf(seed: Seed): Declaration[] {
  const companyOf = companiesOfUsers(seed);
  const owned = (type: DeclaredType, list: string, items: readonly OfCompany[] = []) =>
    items.map(({ id, company }, index) => ({ type, id, pointer: `/${list}/${index}`, companyId: company }));
  return [
    ...seed.companies.map(({ id }, index) => ({
      type: 'company' as const,
      id,
      pointer: `/companies/${index}`,
      companyId: id,
    })),
    ...owned('user', 'users', seed.users),
    ...owned('model', 'models', seed.models),
    ...owned('library', 'libraries', seed.libraries),
    ...(seed.libraries ?? []).flatMap(({ company, files = [] }, library) =>
      files.map(({ id }, index) => ({
        type: 'file' as const,
        id,
        pointer: `/libraries/${library}/files/${index}`,
        companyId: company,
      })),
    ),
    ...owned('connector', 'connectors', seed.connectors),
    ...(seed.connectors ?? []).flatMap(({ company, tools = [] }, connector) =>
      tools.map(({ id }, index) => ({
        type: 'tool' as const,
        id,
        pointer: `/connectors/${connector}/tools/${index}`,
        companyId: company,
      })),
    ),
    ...owned('agent', 'agents', seed.agents),
    ...(seed.skills ?? []).map(({ id, user }, index) => ({
      type: 'skill' as const,
      id,
      pointer: `/skills/${index}`,
      companyId: companyOf.get(user),
    })),
  ];
}

interface OfCompany {
  readonly id: number;
  readonly company: number;
}

/** All references in a seed. */
export function referencesOf(seed: Seed): Reference[] {
  return [
    ...seed.companies.map(({ id, default_model }, index) => ({
      type: 'model' as const,
      id: default_model,
      pointer: `/companies/${index}/default_model`,
      companyId: id,
    })),
    ...(['users', 'models', 'libraries', 'connectors', 'agents'] as const).flatMap((list) =>
      (seed[list] ?? []).map(({ company }, index) => ({
        type: 'company' as const,
        id: company,
        pointer: `/${list}/${index}/company`,
      })),
    ),
    ...(['libraries', 'connectors', 'agents'] as const).flatMap((list) =>
      (seed[list] ?? []).flatMap(({ company, users }, index) =>
        listed('user', users, `/${list}/${index}/users`, company),
      ),
    ),
    ...referencesOfCredentials(seed),
    ...referencesOfSkills(seed),
    ...(seed.chats ?? []).map(({ user }, index) => ({
      type: 'user' as const,
      id: user,
      pointer: `/chats/${index}/user`,
    })),
  ];
}

function referencesOfCredentials(seed: Seed): Reference[] {
  const companyOf = companiesOfUsers(seed);
  return seed.credentials.flatMap(({ user, allowlist = {} }, index) => {
    const pointer = `/credentials/${index}`;
    const allowed = (type: DeclaredType, list: keyof typeof allowlist) =>
      listed(type, allowlist[list], `${pointer}/allowlist/${list}`, companyOf.get(user));
    return [
      { type: 'user', id: user, pointer: `${pointer}/user` },
      ...allowed('library', 'libraries'),
      ...allowed('file', 'files'),
      ...allowed('skill', 'skills'),
      ...allowed('connector', 'connectors'),
      ...allowed('agent', 'agents'),
    ];
  });
}

function referencesOfSkills(seed: Seed): Reference[] {
  const companyOf = companiesOfUsers(seed);
  return (seed.skills ?? []).flatMap(({ user, library, shared_with }, index): Reference[] => {
    const pointer = `/skills/${index}`;
    const companyId = companyOf.get(user);
    return [
      { type: 'user', id: user, pointer: `${pointer}/user` },
      ...(library === undefined
        ? []
        : [{ type: 'library' as const, id: library, pointer: `${pointer}/library`, companyId }]),
      ...listed('user', shared_with, `${pointer}/shared_with`, companyId),
    ];
  });
}

function listed(
  type: DeclaredType,
  ids: readonly number[] | undefined,
  pointer: string,
  companyId: number | undefined,
): Reference[] {
  return (ids ?? []).map((id, index) => ({ type, id, pointer: `${pointer}/${index}`, companyId }));
}

function companiesOfUsers({ users }: Seed): ReadonlyMap<number, number> {
  return new Map(users.map(({ id, company }) => [id, company]));
}
