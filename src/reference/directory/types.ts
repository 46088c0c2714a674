/**
 * The environment of the chats: the callers, and the resources that turns can use. The service document has no endpoints for
 * these, so a seed declares them. They never change while the server runs.
 */
import type { Scope } from '../../../generated/ids.d.ts';
import type { PermissionMode } from '../../../generated/types.d.ts';

export interface Company {
  readonly id: number;
  readonly name: string;
  /** The model of a turn if neither the turn nor its chat names one. */
  readonly defaultModelId: number;
  /** False if agents are switched off for the whole company. */
  readonly agentsEnabled: boolean;
  /** Present when incognito mode is on, which replaces personal data before a prompt reaches a model. */
  readonly incognito?: Incognito;
}

export interface Incognito {
  /** Names to replace, in addition to e-mail addresses and telephone numbers. */
  readonly terms: readonly string[];
}

export interface User {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
}

export interface Credential {
  /** The declared name. Chats and idempotency keys belong to a credential. */
  readonly id: string;
  readonly userId: number;
  readonly scopes: ReadonlySet<Scope>;
  /** The allowlist by resource type. An absent type is not restricted. */
  readonly allowed: Allowed;
}

/** The types of resources that a turn can attach and an allowlist can restrict. */
export type ResourceType = 'library' | 'file' | 'skill' | 'connector' | 'agent';
export type Allowed = Readonly<Partial<Record<ResourceType, ReadonlySet<number>>>>;

export interface DeclaredModel {
  readonly id: number;
  readonly companyId: number;
  readonly name: string;
  readonly code: string;
  readonly type: 'completion' | 'embedding';
  readonly enabled: boolean;
  /** Whether the model can call tools, which delegating, planning and connectors require. */
  readonly tools: boolean;
  /** In order of preference. A later provider takes over when an earlier one fails. */
  readonly providers: readonly ModelProvider[];
}

export type ModelProvider =
  | { readonly kind: 'scripted'; readonly name: string }
  | {
      readonly kind: 'openai-compatible';
      readonly name: string;
      /** The base URL, without `/chat/completions`. */
      readonly url: string;
      /** The provider's name for the model. */
      readonly model: string;
      /** The name of the environment variable that holds the key. */
      readonly keyFrom?: string;
      /** The provider fails if it sends nothing for this many milliseconds. */
      readonly idleTimeout: number;
      /** Whether requests have `stream_options`. */
      readonly hasStreamOptions: boolean;
      /** Members to add to the body of each request. */
      readonly parameters: Readonly<Record<string, unknown>>;
    };

/** A resource of a company. */
export interface Owned {
  readonly id: number;
  readonly companyId: number;
  /** The users who see the resource; absent if all users of the company do. */
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
    | {
        readonly kind: 'stdio';
        readonly command: string;
        readonly args: readonly string[];
        /** Environment variables of the program. */
        readonly env?: Readonly<Record<string, string>>;
        /** More environment variables of the program. Maps each to the server's environment variable that holds its value. */
        readonly envFrom?: Readonly<Record<string, string>>;
        readonly revision?: string;
        /** Milliseconds that a turn waits for the connector to connect. */
        readonly startTimeout?: number;
      }
    | {
        readonly kind: 'http';
        readonly url: string;
        readonly tokenFrom?: string;
        /** Maps each header to the environment variable that holds its value. */
        readonly headersFrom?: Readonly<Record<string, string>>;
        readonly revision?: string;
        /** As for a program. */
        readonly startTimeout?: number;
      }
    /** Not connected by a person yet. These are the tools that it would offer. */
    | { readonly kind: 'unconnected'; readonly tools: readonly DeclaredTool[] };
}

/** A tool that instructions can cite. */
export interface CitableTool {
  readonly id: number;
  readonly connectorId: number;
  readonly name: string;
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

/** A skill that exists before the first request. */
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

/** A chat that a user created in the application. */
export interface SeededChat {
  readonly id: string;
  readonly userId: number;
  readonly name: string | null;
  readonly permissionMode: PermissionMode;
  readonly turns: readonly { readonly prompt: string; readonly content: string }[];
}

/** All declarations of a seed, indexed by id. */
export interface Directory {
  readonly companies: ReadonlyMap<number, Company>;
  readonly users: ReadonlyMap<number, User>;
  readonly models: ReadonlyMap<number, DeclaredModel>;
  readonly libraries: ReadonlyMap<number, Library>;
  readonly files: ReadonlyMap<number, LibraryFile>;
  readonly connectors: ReadonlyMap<number, DeclaredConnector>;
  readonly tools: ReadonlyMap<number, CitableTool>;
  readonly agents: ReadonlyMap<number, Agent>;
  readonly credentials: ReadonlyMap<string, Credential>;
  readonly skills: readonly SeededSkill[];
  readonly chats: readonly SeededChat[];
  readonly limits: Limits;
  /** The credential that has a bearer token. */
  credentialOf(token: string): Credential | undefined;
}

/** Limits that the service document leaves open and this server chooses. */
export interface Limits {
  /** The maximum number of attachments of one turn, all types together. */
  readonly attachments: number;
  /** How many hours the outcome of an idempotency key is stored. */
  readonly keyRetentionHours: number;
}
