/**
 * What exists around the chats: who may call, and what turns can use. The service document gives these no endpoint, so a
 * seed declares them, and nothing changes them while the server runs.
 */
import type { PermissionMode } from '../../../generated/types.d.ts';

export const SCOPES = [
  'chat:read',
  'chat:write',
  'libraries:read',
  'skills:read',
  'skills:write',
  'connectors:use',
  'agents:use',
] as const;
export type Scope = (typeof SCOPES)[number];

export interface Company {
  readonly id: number;
  readonly name: string;
  /** The model of a turn that names none, in a chat that has none. */
  readonly defaultModelId: number;
  /** False while agents are switched off for the whole company. */
  readonly agentsEnabled: boolean;
  /** Present when incognito mode is on: what is replaced before a prompt reaches a model. */
  readonly incognito?: Incognito;
}

export interface Incognito {
  /** Names that are replaced wherever they stand. E-mail addresses and telephone numbers always are. */
  readonly terms: readonly string[];
}

export interface User {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
}

export interface Credential {
  /** Declared name; chats and idempotency keys belong to it. */
  readonly id: string;
  readonly userId: number;
  readonly scopes: ReadonlySet<Scope>;
  /** By type, the only resources that it may use. A type that is absent is not limited. */
  readonly allowed: Allowed;
}

/** The types of resources that a turn can attach and an allowlist can limit. */
export const RESOURCE_TYPES = ['library', 'file', 'skill', 'connector', 'agent'] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];
export type Allowed = Readonly<Partial<Record<ResourceType, ReadonlySet<number>>>>;

export interface DeclaredModel {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly code: string;
  readonly type: 'completion' | 'embedding';
  readonly enabled: boolean;
  /** Whether it can call tools, and so delegate, plan and use connectors. */
  readonly tools: boolean;
  /** In order of preference; a later one takes over when an earlier one fails in the middle of an answer. */
  readonly providers: readonly ModelProvider[];
}

export type ModelProvider =
  | { readonly kind: 'scripted'; readonly name: string }
  | {
      readonly kind: 'openai-compatible';
      readonly name: string;
      /** Base URL, up to and without `/chat/completions`. */
      readonly url: string;
      /** The provider's own name of the model. */
      readonly model: string;
      /** Name of the environment variable that holds its key. */
      readonly keyFrom?: string;
      /** Milliseconds without a byte after which it counts as failed. */
      readonly idleTimeout: number;
    };

/** A resource that users of a company see: all of them, or those that are named. */
export interface Owned {
  readonly id: number;
  readonly companyId: number;
  readonly userIds?: ReadonlySet<number>;
}

export interface Library extends Owned {
  readonly name: string;
}

export interface LibraryFile {
  readonly id: number;
  readonly libraryId: number;
  readonly name: string;
  readonly text: string;
}

export interface DeclaredConnector extends Owned {
  readonly name: string;
  readonly displayName: string;
  readonly transport:
    | { readonly kind: 'in-process' }
    | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
    | { readonly kind: 'http'; readonly url: string; readonly tokenFrom?: string }
    /** Nobody has connected it yet; these tools are what it would offer. */
    | { readonly kind: 'unconnected'; readonly tools: readonly DeclaredTool[] };
}

export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
}

export interface Agent extends Owned {
  readonly name: string;
  readonly description: string;
  readonly tag: string | null;
  readonly instructions: string;
  readonly state: 'active' | 'inactive' | 'disabled-by-company' | 'deleted';
}

/** A skill that is there before the first request. */
export interface SeededSkill {
  readonly id: number;
  readonly companyId: number;
  readonly userId: number;
  readonly name: string;
  readonly description: string;
  readonly instructions: string;
  readonly icon: string;
  readonly level: 'personal' | 'company' | 'workspace';
  readonly visibility: 'public' | 'private' | 'shared';
  readonly workspaceId: number | null;
  readonly sharedUserIds: readonly number[];
  readonly isActive: boolean;
}

/** A chat that a user made in the application. */
export interface SeededChat {
  readonly id: string;
  readonly userId: number;
  readonly name: string | null;
  readonly permissionMode: PermissionMode;
  readonly turns: readonly { readonly prompt: string; readonly content: string }[];
}

/** Everything that a seed declares, ready to be looked up. Resources are by id. */
export interface Directory {
  readonly companies: ReadonlyMap<number, Company>;
  readonly users: ReadonlyMap<number, User>;
  readonly models: ReadonlyMap<number, DeclaredModel>;
  readonly libraries: ReadonlyMap<number, Library>;
  readonly files: ReadonlyMap<number, LibraryFile>;
  readonly connectors: ReadonlyMap<number, DeclaredConnector>;
  readonly agents: ReadonlyMap<number, Agent>;
  readonly credentials: ReadonlyMap<string, Credential>;
  readonly skills: readonly SeededSkill[];
  readonly chats: readonly SeededChat[];
  readonly limits: Limits;
  /** The credential that a bearer token stands for. */
  credentialOf(token: string): Credential | undefined;
}

/** What the service document leaves open and this server must choose. */
export interface Limits {
  /** Attachments of one turn, all types together. */
  readonly attachments: number;
  /** Hours for which the outcome of a key is kept. */
  readonly keyRetentionHours: number;
}
