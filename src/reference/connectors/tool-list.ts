import type { DeclaredTool } from '../directory/types.ts';
import { BOUNDS } from './bounds.ts';
import type { ConnectorTool } from './connectors.ts';

/** A tool as a connector lists it, of which only the type of each member is certain. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly annotations?: { readonly readOnlyHint?: boolean | undefined } | undefined;
}

/** Any object, for a tool whose input nobody has described. */
const ANY_INPUT = { type: 'object' } as const;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a name must not hold
const UNNAMEABLE = /[\u0000-\u0020\u007f]/;

/** The tools that are offered of a connector: bounded, each name once, none without a usable name. */
export function offerTools(listed: Iterable<ListedTool>): ConnectorTool[] {
  const offered = new Map<string, ConnectorTool>();
  for (const tool of listed) {
    if (offered.size === BOUNDS.tools) break;
    if (!isUsableName(tool.name) || offered.has(tool.name)) continue;
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

/** The tools that a connector would offer if somebody had connected it. They need no approval: they cannot run. */
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
