import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Registry, Requirement, Statement } from '../../src/conformance/registry/registry.ts';
import type { Ledger } from '../ledger/ledger-file.ts';
import type { AsyncApi, Failure, Json, OpenApi, OpenPoint } from './contract.ts';
import { type Role, readRoles } from './roles.ts';

/** A whole stream of spec/examples/streams. */
export interface Stream {
  readonly name: string;
  readonly text: string;
  readonly description: string;
  readonly permissionMode: string;
}

/** A check of the suite. */
export interface Check {
  readonly id: string;
  readonly requirements: readonly string[];
  readonly needs: readonly string[];
}

/** A breakage or a variant: its id and its effect. */
export interface Alteration {
  readonly id: string;
  /** The requirement that a breakage breaks, or the open point of a variant. */
  readonly of: string;
  readonly behaviour: string;
}

/** The proof that the suite notices a breakage. */
export type Proof =
  /** The ledger judged a server with it. Without checks, only the judge found it. */
  | { readonly kind: 'ledger'; readonly checks: readonly string[] }
  /** A test tries it at every place in everything that the sound server sends. */
  | { readonly kind: 'tried-everywhere' };

export interface Breakage extends Alteration {
  /** Undefined if no run of the ledger in this clone has caught it. */
  readonly proof: Proof | undefined;
}

/** The parts of the suite. `suite.ts` reads them from src. */
export interface Suite {
  readonly checks: readonly Check[];
  readonly breakages: readonly Breakage[];
  readonly variants: readonly Alteration[];
  /** Ids of the requirements that the judge verifies in every exchange and stream. */
  readonly judged: ReadonlySet<string>;
  /** The results of the ledger; undefined if it has not run in this clone. */
  readonly ledger: Ledger | undefined;
}

/** Everything from which pages are made. */
export interface Sources {
  readonly openapi: OpenApi;
  readonly asyncapi: AsyncApi;
  readonly events: readonly { readonly event: string; readonly type: string; readonly terminal: boolean }[];
  readonly failures: readonly Failure[];
  /** Names of the types that are published as a separate JSON Schema. Some components of the document are not. */
  readonly schemaFiles: ReadonlySet<string>;
  readonly requirements: readonly Requirement[];
  /** Titles of the sections of the service description by number. */
  readonly sections: Readonly<Record<string, string>>;
  readonly statements: Readonly<Record<string, Statement>>;
  readonly openPoints: readonly OpenPoint[];
  readonly streams: readonly Stream[];
  /** Examples of failures, by their name in the row of the failure. */
  readonly failureExamples: ReadonlyMap<string, Json>;
  /** Markdown files by path relative to the repository: docs/*.md, docs/decisions/*.md, CHANGELOG.md. */
  readonly texts: ReadonlyMap<string, string>;
  readonly roles: readonly Role[];
  /** Version of the package. */
  readonly version: string;
  readonly suite: Suite;
}

export function readSources(root: string, suite: Suite): Sources {
  const text = (path: string) => readFileSync(join(root, path), 'utf8');
  const generated = <Content>(file: string) => JSON.parse(text(`generated/${file}.json`)) as Content;
  const registry = generated<Registry & { readonly openPoints: Readonly<Record<string, OpenPoint>> }>(
    'requirements',
  );
  return {
    openapi: generated('openapi'),
    asyncapi: generated('asyncapi'),
    events: generated('events'),
    failures: generated('errors'),
    schemaFiles: new Set(
      readdirSync(join(root, 'generated/schemas')).map((file) => file.replace(/\.json$/, '')),
    ),
    requirements: registry.requirements,
    sections: registry.sections,
    statements: registry.statements,
    openPoints: Object.values(registry.openPoints),
    streams: readStreams(text),
    failureExamples: new Map([
      ...readExamples(root, 'FailureResponse'),
      ...readExamples(root, 'MessageError'),
    ]),
    texts: new Map(listTexts(root).map((path) => [path, text(path)])),
    roles: readRoles(text('README.md')),
    version: (JSON.parse(text('package.json')) as { readonly version: string }).version,
    suite,
  };
}

const streams = 'spec/examples/streams';

function readStreams(text: (path: string) => string): Stream[] {
  const index = parse(text(`${streams}/index.yaml`)) as {
    readonly file: string;
    readonly description: string;
    readonly permission_mode: string;
  }[];
  return index.map(({ file, description, permission_mode: permissionMode }) => ({
    name: file.replace(/\.sse$/, ''),
    text: text(`${streams}/${file}`),
    description,
    permissionMode,
  }));
}

function readExamples(root: string, type: string): [string, Json][] {
  const folder = join(root, 'spec/examples', type);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as Json,
    ]);
}

function listTexts(root: string): string[] {
  const markdown = (folder: string) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`);
  return [...markdown('docs'), ...markdown('docs/decisions'), 'CHANGELOG.md'];
}
