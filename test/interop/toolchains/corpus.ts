import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { repositoryRoot } from '../../../scripts/test/environment.ts';

/** How an item is decoded: as the union of events, as the type for the event's name, or as the type of an answer. */
export type Kind = 'union' | 'event' | 'answer';

/** A value that a generated type must accept without loss. */
export interface Item {
  readonly id: string;
  readonly kind: Kind;
  /** The schema whose generated type decodes the value. */
  readonly type: string;
  readonly value: unknown;
}

interface MediaType {
  readonly schema?: { readonly $ref?: string };
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, MediaType>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

/** Every event of every example stream, twice, and every example of an answer. Equal values count once. */
export function readCorpus(): readonly Item[] {
  const items = [...eventItems(), ...answerItems()];
  const known = new Set<string>();
  return items.filter(({ kind, type, value }) => {
    const key = JSON.stringify([kind, type, value]);
    return !known.has(key) && known.add(key);
  });
}

function eventItems(): readonly Item[] {
  const types = readJson('generated/events.json') as readonly { event: string; type: string }[];
  const typeOf = new Map(types.map(({ event, type }) => [event, type]));
  const files = globSync('spec/examples/streams/*.sse', { cwd: repositoryRoot }).toSorted();
  const frames = files.flatMap((file) => framesOf(file));
  return frames.flatMap(({ id, event, data }): readonly Item[] => [
    { id, kind: 'union', type: 'StreamEvent', value: { type: event, data } },
    { id, kind: 'event', type: typeOf.get(event) ?? event, value: data },
  ]);
}

/** The example streams have a simple form: an event line, then one data line. */
function framesOf(file: string): readonly { id: string; event: string; data: unknown }[] {
  const text = readFileSync(resolve(repositoryRoot, file), 'utf8');
  return Array.from(text.matchAll(/^event: (.+)\ndata: (.+)$/gm), ([, event = '', data = ''], index) => ({
    id: `${file}#${index + 1}`,
    event,
    data: JSON.parse(data) as unknown,
  }));
}

function answerItems(): readonly Item[] {
  const document = readJson('generated/openapi.json') as Document;
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  return operations.flatMap((operation) => {
    const { operationId, responses } = operation as {
      operationId?: string;
      responses?: Readonly<Record<string, Response>>;
    };
    return Object.entries(responses ?? {}).flatMap(([status, response]) =>
      itemsOf(`${operationId} ${status}`, resolved(document, response).content?.['application/json']),
    );
  });
}

function resolved({ components }: Document, response: Response): Response {
  const name = response.$ref?.split('/').at(-1);
  return name === undefined ? response : (components.responses[name] ?? {});
}

/** A failure is decoded as the common type of all failures. */
function itemsOf(answer: string, media: MediaType | undefined): readonly Item[] {
  const type = media?.schema?.$ref?.split('/').at(-1) ?? 'FailureResponse';
  return Object.entries(media?.examples ?? {}).map(([name, { value }]) => ({
    id: `${answer} ${name}`,
    kind: 'answer',
    type,
    value,
  }));
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(resolve(repositoryRoot, file), 'utf8'));
}
