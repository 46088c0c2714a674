import type { Clock } from '../../reference/clock.ts';
import type { Decorator, Ports } from '../../reference/ports.ts';
import type { ChatRecord, SkillRecord } from '../../reference/store/store.ts';
import { carryingRequest, requestWorkedFor, rewriteStore } from '../decorators/ports.ts';

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
    ports: (ports) => laggingSkills(duration)(laggingChats(duration)(ports)),
    exchange: carryingRequest,
  };
}

const laggingChats = (duration: number) => (ports: Ports) => {
  const past = new Past<string, ChatRecord>(duration, ports.clock);
  const chats = rewriteStore('chats', (sound) => ({
    ...behind(sound, past),
    create(chat) {
      past.keep(chat.id, undefined);
      sound.create(chat);
    },
    list(...query) {
      const { chats: rows, total } = sound.list(...query);
      return { chats: rows.flatMap((row) => past.show(row.id, row) ?? []), total };
    },
  }));
  const turns = rewriteStore('turns', ({ begin }) => ({
    begin(turn, newChat) {
      if (newChat) past.keep(newChat.id, undefined);
      return begin(turn, newChat);
    },
  }));
  return turns(chats(ports));
};

const laggingSkills = (duration: number) =>
  rewriteStore('skills', (sound, { clock }) => {
    const past = new Past<number, SkillRecord>(duration, clock);
    return {
      ...behind(sound, past),
      create(skill) {
        const created = sound.create(skill);
        past.keep(created.id, undefined);
        return created;
      },
      list(...query) {
        const { skills: rows, total } = sound.list(...query);
        return { skills: rows.flatMap((row) => past.show(row.id, row) ?? []), total };
      },
    };
  });

/** The methods that chats and skills share. */
interface Records<Id, Row, Change extends readonly unknown[]> {
  find(id: Id): Row | undefined;
  update(id: Id, ...change: Change): Row;
  delete(id: Id): void;
}

function behind<Id, Row, Change extends readonly unknown[]>(
  sound: Records<Id, Row, Change>,
  past: Past<Id, Row>,
): Records<Id, Row, Change> {
  return {
    find: (id) => past.show(id, sound.find(id)),
    update(id, ...change) {
      past.keep(id, sound.find(id));
      return sound.update(id, ...change);
    },
    delete(id) {
      past.keep(id, sound.find(id));
      sound.delete(id);
    },
  };
}
