import { hash } from 'node:crypto';
import type { Seed } from '../../../generated/input-files.js';
import { scopes as everyScope } from '../../../generated/scopes.js';
import type {
  Agent,
  Allowed,
  CitableTool,
  Company,
  Credential,
  DeclaredConnector,
  DeclaredModel,
  Directory,
  Library,
  LibraryFile,
  Limits,
  ModelProvider,
  Owned,
  ResourceType,
  SeededChat,
  SeededSkill,
  User,
} from './types.ts';

/** Indexes the declarations of a seed. The seed must already be checked, so that all its references are valid, and has all its tokens. */
export function buildDirectory(seed: Seed): Directory {
  const users = byId(seed.users.map(toUser));
  const credentials = new Map(seed.credentials.map((declared) => [declared.id, toCredential(declared)]));
  const libraries = seed.libraries ?? [];
  return {
    companies: byId(seed.companies.map(toCompany)),
    users,
    models: byId(seed.models.map(toModel)),
    libraries: byId(libraries.map(toLibrary)),
    files: byId(libraries.flatMap(toFiles)),
    connectors: byId((seed.connectors ?? []).map(toConnector)),
    tools: byId((seed.connectors ?? []).flatMap(toTools)),
    agents: byId((seed.agents ?? []).map(toAgent)),
    credentials,
    skills: (seed.skills ?? []).map((skill) => toSkill(skill, users)),
    chats: (seed.chats ?? []).map(toChat),
    limits: toLimits(seed.limits),
    credentialOf: indexTokens(seed, credentials),
  };
}

type Declared<List extends keyof Seed> =
  NonNullable<Seed[List]> extends readonly (infer Item)[] ? Item : never;

/** Looks tokens up by hash, so that the time of a lookup reveals nothing about a nearly correct token. */
function indexTokens(seed: Seed, credentials: ReadonlyMap<string, Credential>) {
  const byHash = new Map(seed.credentials.map(({ id, token = '' }) => [digest(token), credentials.get(id)]));
  return (token: string) => byHash.get(digest(token));
}

function digest(token: string): string {
  return hash('sha256', token, 'base64');
}

function byId<Item extends { readonly id: number }>(items: readonly Item[]): ReadonlyMap<number, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function toLimits({ attachments = 50, key_retention_hours = 24 }: NonNullable<Seed['limits']> = {}): Limits {
  return { attachments, keyRetentionHours: key_retention_hours };
}

function toCompany(declared: Declared<'companies'>): Company {
  const { id, name, default_model, agents_enabled = true, incognito } = declared;
  return {
    id,
    name,
    defaultModelId: default_model,
    agentsEnabled: agents_enabled,
    ...(incognito && { incognito: { terms: incognito.terms ?? [] } }),
  };
}

function toUser({ id, company, name }: Declared<'users'>): User {
  return { id, companyId: company, name };
}

function toCredential({ id, user, scopes = everyScope, allowlist }: Declared<'credentials'>): Credential {
  return { id, userId: user, scopes: new Set(scopes), allowed: toAllowed(allowlist) };
}

/** For each type, the member of an allowlist that holds its ids. */
const LISTS = {
  library: 'libraries',
  file: 'files',
  skill: 'skills',
  connector: 'connectors',
  agent: 'agents',
} as const satisfies Record<ResourceType, string>;

function toAllowed(allowlist: Declared<'credentials'>['allowlist'] = {}): Allowed {
  const limited = Object.entries(LISTS).flatMap(([type, list]) => {
    const ids = allowlist[list];
    return ids === undefined ? [] : [[type, new Set(ids)] as const];
  });
  return Object.fromEntries(limited);
}

const SCRIPTED: readonly ModelProvider[] = [{ kind: 'scripted', name: 'scripted' }];

function toModel(declared: Declared<'models'>): DeclaredModel {
  const { id, company, name, code, type = 'completion', enabled = true, tools = true, providers } = declared;
  return {
    id,
    companyId: company,
    name,
    code,
    type,
    enabled,
    tools,
    providers: providers?.map(toProvider) ?? SCRIPTED,
  };
}

type DeclaredProvider = NonNullable<Declared<'models'>['providers']>[number];

function toProvider(declared: DeclaredProvider): ModelProvider {
  if (declared.kind === 'scripted') return declared;
  const { kind, name, url, model, key_from, idle_timeout_seconds = 60 } = declared;
  const { stream_options = 'on', parameters = {} } = declared;
  return {
    kind,
    name,
    url: url.replace(/(?<!\/)\/+$/, ''),
    model,
    ...(key_from !== undefined && { keyFrom: key_from }),
    idleTimeout: idle_timeout_seconds * 1000,
    hasStreamOptions: stream_options === 'on',
    parameters,
  };
}

function toOwned({ id, company, users }: Declared<'libraries' | 'connectors' | 'agents'>): Owned {
  return { id, companyId: company, ...(users && { userIds: new Set(users) }) };
}

function toLibrary(declared: Declared<'libraries'>): Library {
  return { ...toOwned(declared), name: declared.name };
}

function toFiles({ id: libraryId, files = [] }: Declared<'libraries'>): LibraryFile[] {
  return files.map(({ id, name, text }) => ({ id, libraryId, name, text }));
}

function toConnector(declared: Declared<'connectors'>): DeclaredConnector {
  const { name, display_name, transport } = declared;
  return { ...toOwned(declared), name, displayName: display_name, transport: toTransport(transport) };
}

function toTools({ id: connectorId, tools = [] }: Declared<'connectors'>): CitableTool[] {
  return tools.map(({ id, name }) => ({ id, connectorId, name }));
}

function toTransport(declared: Declared<'connectors'>['transport']): DeclaredConnector['transport'] {
  switch (declared.kind) {
    case 'stdio': {
      const { args = [], env_from, start_timeout_seconds, ...rest } = declared;
      return { ...rest, ...toLimit(start_timeout_seconds), args, ...(env_from && { envFrom: env_from }) };
    }
    case 'http': {
      const { token_from, headers_from, start_timeout_seconds, ...rest } = declared;
      return {
        ...rest,
        ...toLimit(start_timeout_seconds),
        ...(token_from !== undefined && { tokenFrom: token_from }),
        ...(headers_from && { headersFrom: headers_from }),
      };
    }
    default:
      return declared;
  }
}

function toLimit(seconds: number | undefined): { readonly startTimeout?: number } {
  return seconds === undefined ? {} : { startTimeout: seconds * 1000 };
}

function toAgent(declared: Declared<'agents'>): Agent {
  const { name, description = '', tag = null, instructions, state = 'active' } = declared;
  return { ...toOwned(declared), name, description, tag, instructions, state };
}

function toSkill(declared: Declared<'skills'>, users: ReadonlyMap<number, User>): SeededSkill {
  const owner = users.get(declared.user) as User;
  const { id, name, instructions, description = '', icon = '' } = declared;
  return {
    id,
    companyId: owner.companyId,
    userId: owner.id,
    name,
    description,
    instructions,
    icon,
    level: declared.level ?? 'personal',
    visibility: declared.visibility ?? 'public',
    workspaceId: declared.library ?? null,
    sharedUserIds: declared.shared_with ?? [],
    isActive: declared.active ?? true,
  };
}

function toChat({
  id,
  user,
  name = null,
  permission_mode = 'manual',
  turns = [],
}: Declared<'chats'>): SeededChat {
  return { id, userId: user, name, permissionMode: permission_mode, turns };
}
