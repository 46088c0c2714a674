/** A block of the catalog that lists what a turn can attach (sections 2.5 and 4.2). */
export interface CatalogBlock {
  readonly name: 'libraries' | 'skills' | 'connectors' | 'agents';
  readonly scope: string;
  /** Member of a turn's `attachments` that takes its ids. That both speak of the same is an inference. */
  readonly attachment: string;
}

export const CATALOG_BLOCKS: readonly CatalogBlock[] = [
  { name: 'libraries', scope: 'libraries:read', attachment: 'workspace_ids' },
  { name: 'skills', scope: 'skills:read', attachment: 'skill_ids' },
  { name: 'connectors', scope: 'connectors:use', attachment: 'mcp_server_ids' },
  { name: 'agents', scope: 'agents:use', attachment: 'agent_ids' },
];
