import type { Client, RequestOptions } from '@modelcontextprotocol/client';
import type { DeclaredTool } from '../directory/types.ts';
import { BOUNDS } from './bounds.ts';
import type { ConnectorTool } from './connectors.ts';

/** A tool as a connector lists it. The SDK has checked the types of the members and nothing else. */
interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** Only in the revisions that have tasks. */
  readonly execution?: { readonly taskSupport?: string | undefined } | undefined;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

/** The input schema of a tool that has no usable one of its own. */
const ANY_INPUT = { type: 'object' } as const;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a name must not contain control characters
const UNNAMEABLE = /[\u0000-\u0020\u007f]/;

/**
 * Reads the pages of a connector's tool list. The SDK's own iteration has no limit on the number of tools.
 *
 * @param options for each page; its time limit is in milliseconds of real time
 */
export async function readToolList(client: Client, options: RequestOptions): Promise<readonly ListedTool[]> {
  const listed: ListedTool[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < BOUNDS.toolPages && listed.length < BOUNDS.tools; page += 1) {
    const params = cursor === undefined ? {} : { cursor };
    const { tools, nextCursor } = await client.request({ method: 'tools/list', params }, options);
    listed.push(...tools);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return listed;
}

/**
 * Selects the tools to offer. Limits their number and size, and leaves out repeated names, unusable names and tools that cannot be called.
 */
export function offerTools(listed: Iterable<ListedTool>): ConnectorTool[] {
  const offered = new Map<string, ConnectorTool>();
  for (const tool of listed) {
    if (offered.size === BOUNDS.tools) break;
    if (!isUsableName(tool.name) || offered.has(tool.name)) continue;
    // Such a tool can only be called as a task, and this server does not support tasks.
    if (tool.execution?.taskSupport === 'required') continue;
    offered.set(tool.name, {
      name: tool.name,
      description: (tool.description ?? '').slice(0, BOUNDS.descriptionLength).toWellFormed(),
      inputSchema:
        JSON.stringify(tool.inputSchema).length > BOUNDS.schemaLength ? ANY_INPUT : tool.inputSchema,
      isReadOnly: tool.annotations?.readOnlyHint === true,
    });
  }
  return [...offered.values()];
}

/** The tools that an unconnected connector would offer. They cannot run, so they need no approval. */
export function offerDeclared(tools: readonly DeclaredTool[]): ConnectorTool[] {
  return tools.map(({ name, description }) => ({
    name,
    description,
    inputSchema: ANY_INPUT,
    isReadOnly: true,
  }));
}

function isUsableName(name: string): boolean {
  return name.length > 0 && name.length <= BOUNDS.nameLength && !UNNAMEABLE.test(name) && name.isWellFormed();
}
