import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openStore } from '../../../src/reference/store/open-store.ts';
import type { ChatRecord, SkillRecord, Store, TurnRecord } from '../../../src/reference/store/store.ts';
import { chat, HOSTILE, outcome, skill, turn } from './records.ts';

/** The simplest possible store: records in arrays, and every read searches all of them. */
interface Model {
  readonly chats: ChatRecord[];
  readonly turns: TurnRecord[];
  readonly skills: (SkillRecord & { isDeleted?: boolean })[];
}

type Command = fc.Command<Model, Store>;

const credentials = fc.constantFrom('main', 'main', 'second', null);
const chatIds = fc.constantFrom('a', 'b', 'c', 'd');
const moments = fc.integer({ min: 0, max: 5 });
const keys = fc.constantFrom('k1', 'k1\0', '\ud800', '\ufffd');
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 5 }),
  // The last two are one character that is cut in two.
  fc.constantFrom(HOSTILE, '\ud83d', '\ude00'),
);
const users = fc.integer({ min: 1, max: 3 });
const pages = fc.record({
  offset: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 8 }) }, fc.constant(1e300)),
  limit: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 4 }) }, fc.constant(1e300)),
});

function command(
  name: string,
  run: (model: Model, store: Store) => void,
  check?: (model: Model) => boolean,
): Command {
  return { check: check ?? (() => true), run, toString: () => name };
}

function pageOf<Item>(all: readonly Item[], { offset, limit }: { offset: number; limit: number }) {
  return { items: all.slice(offset, offset + limit), total: all.length };
}

function change<Item extends { id: unknown }>(items: Item[], id: unknown, to: (item: Item) => Item): void {
  const index = items.findIndex((item) => item.id === id);
  const item = items[index];
  if (item) items[index] = to(item);
}

const createChat = fc
  .record({
    id: chatIds,
    credentialId: credentials,
    isFavorite: fc.boolean(),
    createdAt: moments,
    isDeleted: fc.boolean(),
    name: texts,
  })
  .map((facts) => {
    const record = chat({ ...facts, updatedAt: facts.createdAt });
    const isNew = (model: Model) => !model.chats.some(({ id }) => id === record.id);
    return command(
      `create ${fc.stringify(record)}`,
      (model, store) => {
        model.chats.push(record);
        store.chats.create(record);
      },
      isNew,
    );
  });

const updateChat = fc
  .record({
    id: chatIds,
    fields: fc.record({ name: fc.option(texts), isFavorite: fc.boolean() }, { requiredKeys: [] }),
    at: moments,
  })
  .map(({ id, fields, at }) =>
    command(
      `change ${id} ${fc.stringify(fields)}`,
      (model, store) => {
        change(model.chats, id, (one) => ({ ...one, ...fields, updatedAt: Math.max(one.updatedAt, at) }));
        expect(store.chats.update(id, fields, at)).toEqual(model.chats.find((one) => one.id === id));
      },
      (model) => model.chats.some((one) => one.id === id),
    ),
  );

const deleteChat = chatIds.map((id) =>
  command(`delete ${id}`, (model, store) => {
    change(model.chats, id, (one) => ({ ...one, isDeleted: true }));
    store.chats.delete(id);
    expect(store.chats.find(id)).toEqual(model.chats.find((one) => one.id === id));
  }),
);

const listChats = fc
  .record({
    credentialId: fc.constantFrom('main', 'second'),
    isFavorite: fc.constantFrom(undefined, true, false),
    page: pages,
  })
  .map(({ credentialId, isFavorite, page }) =>
    command(`list ${credentialId} ${isFavorite} ${fc.stringify(page)}`, (model, store) => {
      const all = model.chats
        .filter((one) => one.credentialId === credentialId && !one.isDeleted)
        .filter((one) => isFavorite === undefined || one.isFavorite === isFavorite)
        .reverse();
      const { chats, total } = store.chats.list(
        credentialId,
        isFavorite === undefined ? {} : { isFavorite },
        page,
      );
      expect({ items: chats, total }).toEqual(pageOf(all, page));
    }),
  );

const beginTurn = fc
  .record({ chatId: chatIds, credentialId: credentials, key: keys, createdAt: moments })
  .map(({ key, ...facts }) => {
    const hasKey = facts.credentialId !== null;
    const start = turn({ ...facts, ...(hasKey && { key: { value: key, fingerprint: key } }) });
    return command(
      `begin ${fc.stringify(start)}`,
      (model, store) => {
        const isTaken = model.turns.some(
          (one) => hasKey && one.key?.value === key && one.credentialId === start.credentialId,
        );
        if (isTaken) {
          expect(() => store.turns.begin(start)).toThrow();
        } else {
          const id = store.turns.begin(start);
          expect(model.turns.every((one) => one.id < id)).toBe(true);
          model.turns.push({ ...start, id, content: '' });
        }
      },
      (model) => model.chats.some(({ id }) => id === start.chatId),
    );
  });

/** Commands choose a turn by its position, because the store assigns ids only while they run. */
const whichTurns = fc.nat({ max: 4 });

const appendText = fc
  .array(fc.record({ which: whichTurns, text: texts, replace: fc.boolean() }), { maxLength: 4 })
  .map((pieces) =>
    command(`append ${fc.stringify(pieces)}`, (model, store) => {
      const spoken = pieces.map(({ which, ...piece }) => ({
        ...piece,
        turnId: model.turns[which]?.id ?? 99,
      }));
      for (const { turnId, text, replace } of spoken) {
        change(model.turns, turnId, (one) =>
          one.close ? one : { ...one, content: replace ? text : one.content + text },
        );
      }
      store.turns.append(spoken);
    }),
  );

const closeTurn = fc
  .record({ which: whichTurns, content: texts, at: moments })
  .map(({ which, content, at }) =>
    command(`close ${which}`, (model, store) => {
      const before = model.turns[which];
      const close = outcome({ content });
      expect(store.turns.close(before?.id ?? 99, close, at)).toBe(before !== undefined && !before.close);
      if (!before || before.close) return;
      change(model.turns, before.id, (one) => ({ ...one, content, close }));
      change(model.chats, before.chatId, (one) => ({ ...one, updatedAt: Math.max(one.updatedAt, at) }));
      expect(store.chats.find(before.chatId)).toEqual(model.chats.find(({ id }) => id === before.chatId));
    }),
  );

const forgetKeys = moments.map((before) =>
  command(`forget before ${before}`, (model, store) => {
    for (const { id } of model.turns.filter((one) => one.close && one.createdAt < before)) {
      change(model.turns, id, ({ key: _, ...one }) => one);
    }
    store.turns.forgetKeys(before);
  }),
);

const readTurns = fc.record({ chatId: chatIds, page: pages, key: keys }).map(({ chatId, page, key }) =>
  command(`read ${chatId} ${key} ${fc.stringify(page)}`, (model, store) => {
    const { turns, total } = store.turns.list(chatId, page);
    expect({ items: turns, total }).toStrictEqual(
      pageOf(
        model.turns.filter((one) => one.chatId === chatId),
        page,
      ),
    );
    for (const credential of ['main', 'second'])
      expect(store.turns.findByKey(credential, key)).toStrictEqual(
        model.turns.find((one) => one.credentialId === credential && one.key?.value === key),
      );
    const open = model.turns.filter((one) => !one.close);
    expect(store.turns.findOpen(chatId)).toBe(open.find((one) => one.chatId === chatId)?.id);
    expect(store.turns.listOpen()).toEqual(open.map(({ id }) => id));
  }),
);

const skillFacts = {
  visibility: fc.constantFrom('public', 'private', 'shared'),
  workspaceId: fc.constantFrom(null, 5, 6),
  sharedUserIds: fc.array(users, { maxLength: 3 }),
};

const createSkill = fc
  .record({
    ...skillFacts,
    userId: users,
    companyId: fc.constantFrom(1, 2),
    level: fc.constantFrom('personal', 'company', 'workspace'),
  })
  .map((facts) =>
    command(`create skill ${fc.stringify(facts)}`, (model, store) => {
      const fields = skill(facts);
      const created = store.skills.create(fields);
      expect(created).toEqual({ ...fields, id: created.id });
      model.skills.push(created);
    }),
  );

const changeSkill = fc
  .record({
    which: fc.nat({ max: 5 }),
    fields: fc.record(
      { ...skillFacts, name: texts, instructions: texts, isActive: fc.boolean() },
      { requiredKeys: [] },
    ),
    isDeleted: fc.boolean(),
  })
  .map(({ which, fields, isDeleted }) =>
    command(
      `change skill ${which} ${fc.stringify({ ...fields, isDeleted })}`,
      (model, store) => {
        const id = model.skills[which]?.id ?? 99;
        change(model.skills, id, (one) => (isDeleted ? { ...one, isDeleted } : { ...one, ...fields }));
        if (isDeleted) store.skills.delete(id);
        else expect(store.skills.update(id, fields)).toStrictEqual(model.skills[which]);
        expect(store.skills.find(id)).toStrictEqual(isDeleted ? undefined : model.skills[which]);
      },
      (model) => model.skills[which] !== undefined && !model.skills[which].isDeleted,
    ),
  );

const listSkills = fc
  .record({
    userId: users,
    companyId: fc.constantFrom(1, 2),
    libraryIds: fc.subarray([5, 6]),
    page: pages,
    allowed: fc.option(fc.shuffledSubarray([1, 2, 3, 4, 5, 99]), { nil: undefined }),
  })
  .map(({ userId, companyId, libraryIds, page, allowed }) =>
    command(
      `list skills ${fc.stringify({ userId, companyId, libraryIds, allowed, page })}`,
      (model, store) => {
        const all = model.skills.filter((one) => {
          const isOfCompany = one.companyId === companyId;
          const isSeen =
            one.userId === userId ||
            (one.level === 'company' && isOfCompany) ||
            (one.level === 'workspace' && isOfCompany && libraryIds.includes(one.workspaceId ?? 0)) ||
            (one.visibility === 'shared' && one.sharedUserIds.includes(userId));
          return isSeen && !one.isDeleted && (!allowed || allowed.includes(one.id));
        });
        const viewer = {
          userId,
          companyId,
          libraryIds: new Set(libraryIds),
          ...(allowed && { allowed: new Set(allowed) }),
        };
        const { skills, total } = store.skills.list(viewer, page);
        expect({ items: skills, total }).toEqual(pageOf(all, page));
      },
    ),
  );

it.each<[string, fc.Arbitrary<Command>[]]>([
  ['chats', [createChat, createChat, updateChat, deleteChat, listChats, listChats]],
  ['turns', [createChat, beginTurn, beginTurn, appendText, closeTurn, forgetKeys, readTurns, readTurns]],
  ['skills', [createSkill, createSkill, changeSkill, listSkills, listSkills]],
])('a store behaves like plain arrays of records, for %s', (_, commands) => {
  fc.assert(
    // By default, fast-check makes about ten commands, in which a turn hardly ever gets text.
    fc.property(fc.commands(commands, { maxCommands: 40, size: 'max' }), (run) => {
      const store = openStore();
      try {
        fc.modelRun(() => ({ model: { chats: [], turns: [], skills: [] }, real: store }), run);
      } finally {
        store.close();
      }
    }),
    { numRuns: 150 },
  );
});
