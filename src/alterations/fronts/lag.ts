import type { Clock } from '../../reference/clock.ts';
import type { Decorator, Ports } from '../../reference/ports.ts';
import { carryingRequest, requestWorkedFor } from '../decorators/ports.ts';

/** The value that a record had before its latest change. */
interface Earlier<Row> {
  readonly row: Row | undefined;
  readonly at: number;
}

/** Remembers for a while what records were before they changed. */
class Past<Id, Row> {
  readonly #earlier = new Map<Id, Earlier<Row>>();
  readonly #duration: number;
  readonly #clock: Clock;

  constructor(duration: number, clock: Clock) {
    this.#duration = duration;
    this.#clock = clock;
  }

  keep(id: Id, row: Row | undefined): void {
    if (!this.#isKept(id)) this.#earlier.set(id, { row, at: this.#clock.elapsed() });
  }

  /** What a read shows of a record. */
  show(id: Id, now: Row | undefined): Row | undefined {
    return isRead() && this.#isKept(id) ? this.#earlier.get(id)?.row : now;
  }

  #isKept(id: Id): boolean {
    const kept = this.#earlier.get(id);
    return kept !== undefined && this.#clock.elapsed() - kept.at < this.#duration;
  }
}

function isRead(): boolean {
  return requestWorkedFor()?.operation.method.toUpperCase() === 'GET';
}

/** Reads show chats and skills as they were a duration ago, in milliseconds. Lists lack what is newer. */
export function lag(duration: number): Decorator {
  return {
    ports: (ports) => laggingSkills(laggingChats(ports, duration), duration),
    exchange: carryingRequest,
  };
}

function laggingChats(ports: Ports, duration: number): Ports {
  const { chats, turns } = ports.store;
  const past = new Past<string, NonNullable<ReturnType<typeof chats.find>>>(duration, ports.clock);
  const lagging: typeof chats = {
    ...chats,
    create(chat) {
      past.keep(chat.id, undefined);
      chats.create(chat);
    },
    find: (id) => past.show(id, chats.find(id)),
    list(...query) {
      const { chats: rows, total } = chats.list(...query);
      return { chats: rows.flatMap((row) => past.show(row.id, row) ?? []), total };
    },
    update(id, ...change) {
      past.keep(id, chats.find(id));
      return chats.update(id, ...change);
    },
    delete(id) {
      past.keep(id, chats.find(id));
      chats.delete(id);
    },
  };
  const begin: typeof turns.begin = (turn, newChat) => {
    if (newChat) past.keep(newChat.id, undefined);
    return turns.begin(turn, newChat);
  };
  return { ...ports, store: { ...ports.store, chats: lagging, turns: { ...turns, begin } } };
}

function laggingSkills(ports: Ports, duration: number): Ports {
  const { skills } = ports.store;
  const past = new Past<number, NonNullable<ReturnType<typeof skills.find>>>(duration, ports.clock);
  const lagging: typeof skills = {
    ...skills,
    create(skill) {
      const created = skills.create(skill);
      past.keep(created.id, undefined);
      return created;
    },
    find: (id) => past.show(id, skills.find(id)),
    list(...query) {
      const { skills: rows, total } = skills.list(...query);
      return { skills: rows.flatMap((row) => past.show(row.id, row) ?? []), total };
    },
    update(id, change) {
      past.keep(id, skills.find(id));
      return skills.update(id, change);
    },
    delete(id) {
      past.keep(id, skills.find(id));
      skills.delete(id);
    },
  };
  return { ...ports, store: { ...ports.store, skills: lagging } };
}
