import { randomUUID } from 'node:crypto';
import type { RequirementId } from '../../../../generated/ids.d.ts';
import type { Actor } from '../../drive/actor.ts';
import type { JsonObject } from '../../judge/json.ts';
import {
  type Attempt,
  answered,
  type BothCame,
  expectLeft,
  type Outcome,
  pick,
  type State,
  takeAtOnce,
} from './at-once.ts';
import { R } from './check.ts';
import type { CheckContext } from './context.ts';

/** A chat or skill that two requests are for. */
export interface Place {
  readonly path: string;
  readonly actor: Actor;
}

/** A request to a chat or a skill that can come together with another one. */
export interface Change {
  /** As in "to rename it". */
  readonly name: string;
  /** A new one for each request, so that no two send the same values. */
  attempt(place: Place): Attempt;
}

/** What two requests at once may do to chats or to skills, and which requirement decides what is read afterwards. */
interface Changeable {
  readonly changes: readonly Change[];
  readonly rows: Readonly<Record<string, RequirementId>>;
}

/** Every request that may come together with another one for the same chat or skill (sections 4.1 and 4.5). */
export const KINDS = {
  chat: {
    changes: [
      // A title may come at any time after a turn, so a read may show another name than was sent.
      reads(R['chats.get.exists'], ['is_favorite']),
      changes('rename it', () => ({ name: `One ${randomUUID()}` })),
      changes('mark it', () => ({ is_favorite: true })),
      changes('rename and mark it', () => ({ name: `Marked ${randomUUID()}`, is_favorite: true })),
      changes('rename and unmark it', () => ({ name: `Unmarked ${randomUUID()}`, is_favorite: false })),
      deletes(R['chats.delete.exists']),
    ],
    rows: {
      exists: R['states.chat.deletion-removes'],
      name: R['chats.update.name'],
      is_favorite: R['chats.update.is-favorite'],
    },
  },
  skill: {
    changes: [
      reads(R['skills.get.exists'], ['name', 'description', 'icon', 'is_active']),
      changes('rename it', () => ({ name: `One ${randomUUID()}` })),
      changes('describe it', () => ({ description: `One ${randomUUID()}` })),
      changes('change its description and icon', () => ({
        description: `One ${randomUUID()}`,
        icon: randomUUID().slice(0, 8),
      })),
      {
        name: 'toggle it',
        attempt: ({ path, actor }) => ({
          send: () => answered(actor.patch(`${path}/toggle`)),
          meets: (state) => accepts(state, { is_active: state.is_active !== true }),
          writes: ['is_active'],
        }),
      },
      deletes(R['skills.delete.exists']),
    ],
    rows: {
      exists: R['skills.delete.no-longer-served'],
      name: R['skills.update.name'],
      description: R['skills.update.description'],
      icon: R['skills.update.icon'],
      is_active: R['skills.toggle.flips'],
    },
  },
} as const satisfies Readonly<Record<string, Changeable>>;

/** The requirements that decide two requests at once. */
export const CHANGED_AT_ONCE = {
  chat: [...Object.values(KINDS.chat.rows), R['chats.get.exists'], R['chats.delete.exists']],
  skill: [...Object.values(KINDS.skill.rows), R['skills.get.exists'], R['skills.delete.exists']],
} as const satisfies Readonly<Record<string, readonly RequirementId[]>>;

function changes(name: string, write: () => JsonObject): Change {
  return {
    name,
    attempt({ path, actor }) {
      const body = write();
      return {
        send: () => answered(actor.patch(path, body)),
        meets: (state) => accepts(state, body),
        writes: Object.keys(body),
      };
    },
  };
}

/** A service may refuse a change that meets another request. After an outage, it may have made the change or not. */
function accepts(state: State, written: State): readonly Outcome[] {
  const refused: Outcome = { requirements: [], is: 'refusal', leaves: state };
  const changed = { requirements: [], leaves: { ...state, ...written } };
  return state.exists === true
    ? [{ ...changed, is: 'success' }, refused, { ...changed, is: 'outage' }]
    : [refused];
}

function reads(requirement: RequirementId, shown: readonly string[]): Change {
  return {
    name: 'read it',
    attempt: ({ path, actor }) => ({
      send: () => answered(actor.get(path)),
      meets(state) {
        const shows = pick(
          state,
          shown.filter((member) => member in state),
        );
        return state.exists === true
          ? [{ requirements: [requirement], is: 'success', shows, leaves: state }]
          : [{ requirements: [], is: 'refusal', leaves: state }];
      },
    }),
  };
}

/** A service may refuse a request that meets another, so a refused deletion is sent once more. Of two deletions, the second may find nothing. */
function deletes(requirement: RequirementId): Change {
  return {
    name: 'delete it',
    attempt: ({ path, actor }) => ({
      async send() {
        const first = await answered(actor.delete(path));
        return first.isSuccess ? first : answered(actor.delete(path));
      },
      meets(state) {
        const leaves = { exists: false };
        const requirements = [requirement];
        if (state.exists === true) return [{ requirements, is: 'success', leaves }];
        return [
          { requirements: [], is: 'refusal', leaves },
          { requirements: [], is: 'success', leaves },
        ];
      },
    }),
  };
}

/**
 * Makes two requests for a chat or a skill at the same moment, and compares what is read afterwards.
 *
 * @param further what else is known of what the requests find
 */
export async function changeAtOnce<Tried extends Attempt>(
  t: CheckContext,
  kind: keyof typeof KINDS,
  attempts: readonly [Tried, Tried],
  { path, actor }: Place,
  further: State = {},
): Promise<BothCame & { readonly state: State }> {
  const { data } = t.requireSuccess(await actor.get(path));
  // Others may change by themselves, as the title of a chat.
  const changed = pick(
    data,
    attempts.flatMap(({ writes = [] }) => writes),
  );
  const both = await takeAtOnce(t, attempts, { exists: true, ...changed, ...further });
  return { ...both, state: expectLeft(t, await actor.get(path), both, KINDS[kind].rows) };
}

/** @throws RangeError for an unknown name */
export function changeNamed(kind: keyof typeof KINDS, name: string): Change {
  const found = KINDS[kind].changes.find((change) => change.name === name);
  if (!found) throw new RangeError(`no change ${name}`);
  return found;
}
