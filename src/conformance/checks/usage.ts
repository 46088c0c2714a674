import { check } from '../check-kit/check.ts';
import { CHANNELS } from '../check-kit/context.ts';
import { showEverywhere } from '../check-kit/shown-turn.ts';
import { isObject, type JsonObject } from '../judge/json.ts';

/** The members of usage in the contract (section 2.3). The checks ignore other members. */
const MEMBERS = [
  'prompt_tokens',
  'completion_tokens',
  'total_tokens',
  'reasoning_tokens',
  'agent_tokens',
  'model',
  'provider',
];

/** The usage of turns (section 2.3). */
export const usageChecks = CHANNELS.map((channel) =>
  check({
    id: `usage.shape.${channel}`,
    // The usage of one turn has the same members with the same types in the stream, the blocking response,
    // the replay and the listing.
    requirements: ['usage.shape.same-everywhere'],
    async run(t) {
      const { first, replay, listing } = await showEverywhere(t, channel, t.plain());
      t.assume(isObject(first.turn.usage), 'the turn has no usage to compare');
      for (const { source, turn } of [replay, listing]) {
        t.expect('usage.shape.same-everywhere').equals(
          source,
          shapeOf(turn.usage),
          shapeOf(first.turn.usage),
        );
      }
    },
  }),
);

/** The types of the members of usage, by name; null for a turn that consumed nothing. */
function shapeOf(usage: unknown): JsonObject | null {
  if (!isObject(usage)) return null;
  return Object.fromEntries(
    MEMBERS.filter((name) => name in usage).map((name) => [
      name,
      usage[name] === null ? null : typeof usage[name],
    ]),
  );
}
