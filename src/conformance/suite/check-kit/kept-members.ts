import type { Answer } from '../../drive/answer.ts';
import type { JsonObject } from '../../judge/json.ts';

/**
 * The members of a chat or skill that a refused request must leave as they are, whatever else happens. Each place may write a timestamp as
 * finely as it likes, and whether reading counts as activity is open, so its moments are left out.
 */
export function keptMembers({ data }: Answer): JsonObject {
  const { created_at: _, updated_at: __, ...others } = data;
  return others;
}
