import type { Random } from '../../../scripts/test/random.ts';
import { EVERY } from '../../../src/alterations/decorators/operations.ts';
import { rewriteAnswers } from '../../../src/alterations/decorators/rewrite-answers.ts';
import { rewriteEvents } from '../../../src/alterations/decorators/rewrite-events.ts';
import type { Decorator } from '../../../src/reference/ports.ts';

type Parent = Record<string, unknown>;

/** Ways to damage the value of a member or an item. */
const OPERATORS: readonly ((parent: Parent, key: string) => void)[] = [
  (parent, key) => (Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key]),
  (parent, key) => put(parent, key, null),
  (parent, key) => put(parent, key, typeof parent[key] === 'string' ? 7 : 'seven'),
  (parent, key) => put(parent, key, Array.isArray(parent[key]) ? {} : []),
  (parent, key) => put(parent, key, typeof parent[key] === 'object' ? true : { of: [null, 1] }),
];

/** One event in this many is cut, so that it is not JSON. */
const CUT = 200;

/**
 * Damages one in `oneOf` answers and events of a server, in one place at any depth, with one of the operators. Some events are not JSON.
 */
export function damageAnswers(random: Random, oneOf: number): Decorator {
  const damage = <Body>(body: Body): Body => (random.below(oneOf) === 0 ? damageOnce(body, random) : body);
  const inAnswers = rewriteAnswers(EVERY, damage);
  const inEvents = rewriteEvents(() => (event) => [{ ...event, data: damage(event.data) }]);
  return {
    exchange: (exchange) => inEvents(inAnswers(exchange)),
    framing: (framing) => () => {
      const write = framing();
      return (event) => (random.below(CUT) === 0 ? write(event).replace('}\n\n', '\n\n') : write(event));
    },
  };
}

function damageOnce<Body>(body: Body, random: Random): Body {
  const root: { body: Body | null } = { body };
  const [parent, key] = random.pick([...placesIn(root)]);
  random.pick(OPERATORS)(parent, key);
  return (root.body ?? null) as Body;
}

function* placesIn(value: object): Generator<readonly [Parent, string]> {
  for (const [key, member] of Object.entries(value)) {
    yield [value as Parent, key];
    if (typeof member === 'object' && member !== null) yield* placesIn(member);
  }
}

function put(parent: Parent, key: string, value: unknown): void {
  parent[key] = value;
}
