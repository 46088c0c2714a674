import type { Actor } from '../drive/actor.ts';
import { type JsonObject, objectsIn } from '../judge/json.ts';
import type { CheckContext } from './context.ts';
import { CannotGoOn } from './violation.ts';

/**
 * Blocks of the catalog, and the member of a turn that attaches what stands in them. Skills are left out: other checks
 * make and delete some all the while, and whose skills a credential sees is open.
 */
const BLOCKS = {
  libraries: 'workspace_ids',
  connectors: 'mcp_server_ids',
  agents: 'agent_ids',
} as const;

/**
 * For each type, attachments with one resource that the main credential's turns can use and the limited one's cannot.
 *
 * @throws CannotGoOn when the catalog shows both the same
 */
export async function findOutside(t: CheckContext, limited: Actor): Promise<readonly JsonObject[]> {
  const whole = t.given(await t.main.get('/chat/catalog')).data;
  const narrowed = t.given(await limited.get('/chat/catalog')).data;
  const outside = Object.entries(BLOCKS).flatMap(([block, member]) => {
    // Without its block, the credential lacks the scope, and that has another answer.
    if (!Array.isArray(narrowed[block])) return [];
    const allowed = new Set(idsOf(narrowed[block]));
    const id = idsOf(whole[block]).find((candidate) => !allowed.has(candidate));
    return id === undefined ? [] : [{ [member]: [id] }];
  });
  if (outside.length > 0) return outside;
  throw new CannotGoOn('the catalog shows the credential allowlist all that it shows the credential main');
}

function idsOf(block: unknown): unknown[] {
  return objectsIn(block).map(({ id }) => id);
}
