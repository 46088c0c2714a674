import type { ResourceName, Scope } from '../../../../generated/ids.d.ts';
import { isInteger, type JsonInteger } from '../../../exact-json/exact-number.ts';
import type { Actor, Turn } from '../../drive/actor.ts';
import type { Answer } from '../../drive/answer.ts';
import { isObject, type JsonObject, objectsIn } from '../../judge/json.ts';
import type { CheckContext } from './context.ts';
import { CannotGoOn } from './interruption.ts';

/** A part of the catalog whose items a turn can attach (sections 2.5 and 4.2). */
export interface CatalogBlock {
  readonly name: 'libraries' | 'skills' | 'connectors' | 'agents';
  /** The scope that a credential needs to see this part (section 2.5). Attachments have rows of their own. */
  readonly scope: Scope;
  /** The member of a turn's `attachments` that takes these ids. That they are the same ids is an inference. */
  readonly attachment: string;
  /** What a profile calls such an item outside the allowlist. */
  readonly outside?: ResourceName;
}

export const CATALOG_BLOCKS: readonly CatalogBlock[] = [
  {
    name: 'libraries',
    scope: 'libraries:read',
    attachment: 'workspace_ids',
    outside: 'library_outside_allowlist',
  },
  { name: 'skills', scope: 'skills:read', attachment: 'skill_ids' },
  {
    name: 'connectors',
    scope: 'connectors:use',
    attachment: 'mcp_server_ids',
    outside: 'connector_outside_allowlist',
  },
  { name: 'agents', scope: 'agents:use', attachment: 'agent_ids', outside: 'agent_outside_allowlist' },
];

/**
 * The parts that show the effect of an allowlist. Skills are left out because other checks create and delete skills in parallel, and
 * because the contract does not say whose skills a credential sees.
 */
export const ALLOWLIST_BLOCKS = CATALOG_BLOCKS.filter(({ name }) => name !== 'skills');

/** How many resources a check attaches to one turn. The contract does not state a maximum. */
const MAX_ATTACHED = 5;

/** The ids in one part of a catalog; empty if the part is absent. */
export function idsListed(catalog: Answer, block: CatalogBlock['name'] | 'models'): JsonInteger[] {
  return objectsIn(catalog.data[block]).flatMap(({ id }) => (isInteger(id) ? [id] : []));
}

/**
 * The ids that one catalog lists and another does not. Empty if the other one lacks this part, which has other reasons: a missing scope, or
 * agents that are disabled for a while.
 */
export function idsBeyond(
  catalog: Answer,
  other: Answer,
  block: CatalogBlock['name'] | 'models',
): JsonInteger[] {
  if (!Array.isArray(other.data[block])) return [];
  const known = new Set(idsListed(other, block));
  return idsListed(catalog, block).filter((id) => !known.has(id));
}

/**
 * An item outside the allowlist: one that the profile names, or else one that only the catalog of `main` lists. A service that forgets the
 * allowlist lists the same for both.
 */
export function outsideAllowlist(
  t: CheckContext,
  block: CatalogBlock,
  whole: Answer,
  narrowed: Answer,
): JsonInteger | undefined {
  return namedOutside(t, block, narrowed)[0] ?? idsBeyond(whole, narrowed, block.name)[0];
}

/** The items that the profile says are outside the allowlist. Empty if the limited catalog lacks this part, as in `idsBeyond`. */
export function namedOutside(
  t: CheckContext,
  { name, outside }: CatalogBlock,
  narrowed: Answer,
): readonly JsonInteger[] {
  return outside && Array.isArray(narrowed.data[name]) ? t.declared(outside) : [];
}

/** Sends a turn that attaches up to five resources of one type. */
export function attach(
  t: CheckContext,
  actor: Actor,
  { attachment }: CatalogBlock,
  ids: readonly JsonInteger[],
): Promise<Answer> {
  return actor.send(t.plain({ attachments: { [attachment]: ids.slice(0, MAX_ATTACHED) } }));
}

/** One attachment of each type that the catalog lists, except skills, which other checks delete in parallel. */
export async function attachmentsOf(t: CheckContext, actor: Actor): Promise<JsonObject> {
  const catalog = t.requireSuccess(await actor.get('/chat/catalog'));
  return Object.fromEntries(
    ALLOWLIST_BLOCKS.flatMap(({ name, attachment }) => {
      const [id] = idsListed(catalog, name);
      return id === undefined ? [] : [[attachment, [id]]];
    }),
  );
}

/** Adds resources from the catalog to a turn's attachments. */
export async function withAttachments(t: CheckContext, turn: Turn): Promise<Turn> {
  const own = isObject(turn.attachments) ? turn.attachments : {};
  return { ...turn, attachments: { ...(await attachmentsOf(t, t.main)), ...own } };
}

/** The id of a model for chats and turns. @throws CannotGoOn when the catalog lists none */
export async function anyModel(t: CheckContext): Promise<JsonInteger> {
  const [model] = objectsIn(t.requireSuccess(await t.main.get('/chat/catalog')).data.models);
  const id = model?.id;
  if (!isInteger(id)) throw new CannotGoOn('the catalog lists no model');
  return id;
}
