import type { Actor } from '../drive/actor.ts';
import type { Answer } from '../drive/answer.ts';
import { objectsIn } from '../judge/json.ts';
import type { CatalogBlock } from './catalog-blocks.ts';
import type { CheckContext } from './context.ts';

/** Attached at once at most; how many a turn takes is open. */
const AT_ONCE = 5;

/** The ids that a catalog lists in a block; none when the block is absent. */
export function idsListed(catalog: Answer, block: CatalogBlock['name']): number[] {
  return objectsIn(catalog.data[block]).flatMap(({ id }) => (typeof id === 'number' ? [id] : []));
}

/** Those of a block that one catalog lists and another does not. */
export function idsBeyond(catalog: Answer, other: Answer, block: CatalogBlock['name']): number[] {
  const known = new Set(idsListed(other, block));
  return idsListed(catalog, block).filter((id) => !known.has(id));
}

/** Sends a turn that attaches resources of a block, no more than a turn surely takes. */
export function attach(
  t: CheckContext,
  actor: Actor,
  { attachment }: CatalogBlock,
  ids: readonly number[],
): Promise<Answer> {
  return actor.send(t.plain({ attachments: { [attachment]: ids.slice(0, AT_ONCE) } }));
}
