import type { Answer } from '../../drive/answer.ts';
import type { JsonObject } from '../../judge/json.ts';

/**
 * The members of a chat or skill that a refused request must leave unchanged, whatever else happens. Timestamps are left out: their
 * precision may differ between endpoints, and the contract does not say whether reading counts as activity.
 */
export function keptMembers({ data }: Answer): JsonObject {
  const { created_at: _, updated_at: __, ...others } = data;
  return others;
}
