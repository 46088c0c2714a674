import { type Operation, openapiDocument, operationsOf } from './documents.ts';
import { isKeyed, isList } from './operation-groups.ts';
import { codeHeader, type Files } from './output.ts';
import { isObject, nameOf, type Spec, SpecError, schemasOf } from './spec.ts';
import { queryNameOf } from './types.ts';

/** The noun in the operation ids of each tag. Names of methods leave it out: `chats.list` for listChats. */
const nouns: Readonly<Record<string, string>> = {
  Chats: 'Chat',
  Turns: 'Message',
  Interactions: '',
  Catalog: 'Catalog',
  Skills: 'Skill',
};

const declaration = `${codeHeader}import type * as types from './types.js';

/** How a method is called over HTTP. */
export interface Method {
  /** Of HTTP, in capitals. */
  readonly method: string;
  /** With names of its parameters in braces. */
  readonly path: string;
  /** What the first argument after those of the path is. */
  readonly input?: 'body' | 'query';
  /** Whether the response is one page of a list. The method returns it with its \`meta\`. */
  readonly isList?: true;
  /** Whether an Idempotency-Key makes it safe to repeat. */
  readonly isKeyed?: true;
}

/** The data of an answer, with what came beside it. */
export interface WithResponse<Data> {
  /** What the call alone returns. */
  readonly data: Data;
  /** Status and headers of the answer. Its body has been read. */
  readonly response: Response;
  /** The service's id for the request. Quote it when you report a problem to the operator of the service. */
  readonly requestId: string | undefined;
}

/** The promise of a call's data. */
export interface ApiCall<Data> extends Promise<Data> {
  /** Returns the data with status, headers and request id. */
  withResponse(): Promise<WithResponse<Data>>;
}

/** One page of a list. */
export interface Page<Item> {
  /** The items of the page. */
  readonly data: readonly Item[];
  /** How many items a page has, and how many there are. */
  readonly meta: types.ListMeta;
}

/** The way from a page to the next one. */
export interface NextPage<Answer extends Page<unknown>> {
  /** Whether \`meta.total\` says that more items follow. If a filter does not reduce it (A-23), the next page may be empty. */
  hasNextPage(): boolean;
  /** The list from the next page on. Awaiting it reads the next page. */
  nextPage(): ListCall<Answer>;
}

/** A page that has arrived. */
export type ReadyPage<Answer extends Page<unknown>> = Answer & NextPage<Answer>;

/** Options of \`all\`. */
export interface AllOptions {
  /** The largest number of items to return. */
  readonly limit: number;
}

/**
 * The promise of one page, for which the client asks when you await it. Iterating over it reads this page and all that follow:
 * \`for await (const chat of client.chats.list()) …\`
 *
 * What you delete or create meanwhile moves the pages, so that such a loop skips items or meets them twice. Collect them first:
 * \`for (const chat of await client.chats.list().all({ limit: Infinity })) …\`
 */
export interface ListCall<Answer extends Page<unknown>> extends ApiCall<ReadyPage<Answer>>, AsyncIterable<Answer['data'][number]> {
  /** Reads pages until they end or hold \`limit\` items. \`Infinity\` collects all. */
  all(options: AllOptions): Promise<Answer['data'][number][]>;
}

/** The operations of the contract by tag and name. */
export declare const methods: Readonly<Record<string, Readonly<Record<string, Method>>>>;
`;

/**
 * methods.js and its types: how the client calls each operation. The table contains turn sends, but the types do not, since
 * turn sends return types that the client defines.
 */
export function buildMethods(spec: Spec): Files {
  const groups = Map.groupBy(operationsOf(spec), ({ tag }) => String(tag));
  for (const operations of groups.values()) rejectSameNames(operations);
  const rows = [...groups].map(([tag, operations]) => [
    tag.toLowerCase(),
    Object.fromEntries(operations.map((operation) => [methodName(operation), rowOf(operation)])),
  ]);
  const interfaces = [...groups].map(([tag, operations]) => describeGroup(spec, tag, operations));
  const names = [...groups.keys()].map(
    (tag) =>
      `  /** The operations of the tag ${tag}. */\n  readonly ${tag.toLowerCase()}: ${tag}Methods<Options>;\n`,
  );
  const all = `/** A method for every operation except turn sends, by tag. */\nexport interface Methods<Options> {\n${names.join('')}}\n`;
  return new Map([
    ['generated/methods.js', `${codeHeader}export const methods = ${compact(Object.fromEntries(rows))};\n`],
    ['generated/methods.d.ts', [declaration, ...interfaces, all].join('\n')],
  ]);
}

/** @throws SpecError if two operations would have the same method. */
function rejectSameNames(operations: readonly Operation[]): void {
  for (const [name, same] of Map.groupBy(operations, methodName)) {
    if (same.length === 1) continue;
    const ids = same.map(({ operationId }) => operationId).join(' and ');
    throw new SpecError({
      file: 'openapi/openapi.yaml',
      message: `${ids} would both be the method ${name}; rename one`,
    });
  }
}

/** @throws SpecError for a tag without a noun. */
function methodName({ operationId, tag }: Operation): string {
  const noun = nouns[String(tag)];
  if (noun === undefined) {
    throw new SpecError({
      file: 'openapi/openapi.yaml',
      message: `no noun for the tag ${tag}; add it to scripts/generate/methods.ts`,
    });
  }
  if (noun === '') return operationId;
  return operationId.replace(new RegExp(`${noun}s?$`), '');
}

function rowOf(operation: Operation): Record<string, unknown> {
  return {
    method: operation.method,
    path: operation.path,
    ...(operation.request !== null && { input: 'body' }),
    ...(hasQuery(operation) && { input: 'query' }),
    ...(isList(operation) && { isList: true }),
    ...(isKeyed(operation) && { isKeyed: true }),
  };
}

function hasQuery({ parameters }: Operation): boolean {
  return parameters.some(({ in: place }) => place === 'query');
}

function describeGroup(spec: Spec, tag: string, operations: readonly Operation[]): string {
  const plain = operations.filter((operation) => !isKeyed(operation));
  const signatures = plain.map(
    (operation) => `${comment(spec, operation)}  ${signatureOf(spec, operation)};\n`,
  );
  return `/** The operations of the tag ${tag}. */\nexport interface ${tag}Methods<Options> {\n${signatures.join('')}}\n`;
}

function comment(spec: Spec, operation: Operation): string {
  const { path, method } = operation;
  const { paths } = openapiDocument(spec) as {
    paths: Record<string, Record<string, Record<string, string>>>;
  };
  const { summary, description } = paths[path]?.[method.toLowerCase()] ?? {};
  const caution = isList(operation) ? ' To delete what the list shows, collect it first with `all`.' : '';
  return `  /**\n   * ${summary}.\n   *\n   * ${description}${caution}\n   */\n`;
}

function signatureOf(spec: Spec, operation: Operation): string {
  const { operationId, request, parameters } = operation;
  const ofPath = parameters
    .filter(({ in: place }) => place === 'path')
    .map(({ name }) => `${camelCase(name)}: ${typeOfPathParameter(spec, name)}`);
  // A body without required members may be omitted, except in an update, which would then change nothing.
  const isOptional = request !== null && operation.method === 'POST' && isAllOptional(spec, request);
  const body = request === null ? [] : [`body${isOptional ? '?' : ''}: types.${request}`];
  const query = hasQuery(operation) ? [`query?: types.${queryNameOf(operationId)}`] : [];
  const answer = `types.${isList(operation) ? successOf(operation) : dataOf(spec, operation)}`;
  const parts = [...ofPath, ...body, ...query, 'options?: Options'];
  const call = isList(operation) ? 'ListCall' : 'ApiCall';
  return `${methodName(operation)}(${parts.join(', ')}): ${call}<${answer}>`;
}

/** Written out, because editors show the text of a signature, and `string` says more than the name of the type. */
function typeOfPathParameter(spec: Spec, name: string): string {
  const { components } = openapiDocument(spec) as {
    components: { parameters: Record<string, { name: string; in: string; schema: { type: string } }> };
  };
  const parameter = Object.values(components.parameters).find(
    ({ name: found, in: place }) => place === 'path' && found === name,
  );
  return parameter?.schema.type === 'integer' ? 'number' : 'string';
}

/** The type of the body of a success. */
function successOf({ responses }: Operation): string | undefined {
  return Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1] ?? undefined;
}

/** The type of `data` in the body of a success. */
function dataOf(spec: Spec, operation: Operation): string {
  const success = successOf(operation);
  const { properties } = schemasOf(spec).get(success ?? '') ?? {};
  const { data } = isObject(properties) ? properties : {};
  return isObject(data) && typeof data.$ref === 'string' ? nameOf(data.$ref) : `${success}['data']`;
}

function isAllOptional(spec: Spec, type: string): boolean {
  const { required } = spec.object(`schemas/${type}.yaml`);
  return !Array.isArray(required);
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Writes the table as an object literal with one method per line. */
function compact(groups: Record<string, unknown>): string {
  const lines = Object.entries(groups).map(([group, rows]) => {
    const inner = Object.entries(isObject(rows) ? rows : {}).map(
      ([name, row]) => `    ${name}: ${JSON.stringify(row)},\n`,
    );
    return `  ${group}: {\n${inner.join('')}  },\n`;
  });
  return `{\n${lines.join('')}}`;
}
