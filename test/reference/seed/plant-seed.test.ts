import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plantSeed } from '../../../src/reference/seed/plant-seed.ts';
import { openStore } from '../../../src/reference/store/open-store.ts';
import type { Store } from '../../../src/reference/store/store.ts';
import { makeDirectory, open } from '../store/stores.ts';
import { readSmall } from './small-seed.ts';

const NOW = 1_000;
const skill = (id: number) => ({ id, user: 300, name: `Skill ${id}`, instructions: 'Be kind.' });
const chat = (number: number) => ({
  id: `0190aaaa-0000-7000-8000-00000000000${number}`,
  user: 300,
  name: `Chat ${number}`,
  turns: [
    { prompt: 'When do you open?', content: 'At nine.' },
    { prompt: 'And when do you close?', content: 'At six.' },
  ],
});
const directory = readSmall({ skills: [skill(1), skill(2)], chats: [chat(1), chat(2)] });

/** Everything in a store that comes from the seed, without the ids that are random. */
function contentsOf({ chats, skills, turns }: Store) {
  const all = { offset: 0, limit: 100 };
  return {
    skills: skills.list({ userId: 300, companyId: 1, libraryIds: new Set() }, all),
    chats: directory.chats.map(({ id }) => ({
      chat: chats.find(id),
      turns: turns.list(id, all).turns.map(({ requestId, ...turn }) => turn),
    })),
    open: turns.listOpen(),
  };
}

/** Fails in the second call, as a write to a full disk does. */
function failSecond<Args extends unknown[], Result>(write: (...args: Args) => Result) {
  let calls = 0;
  return (...args: Args): Result => {
    calls += 1;
    if (calls === 2) throw new Error('the disk is full');
    return write(...args);
  };
}

it.each<[string, (store: Store) => Partial<Store>]>([
  ['a skill', ({ skills }) => ({ skills: { ...skills, declare: failSecond(skills.declare) } })],
  ['a chat', ({ chats }) => ({ chats: { ...chats, create: failSecond(chats.create) } })],
  ['a turn', ({ turns }) => ({ turns: { ...turns, begin: failSecond(turns.begin) } })],
  ['the end of a turn', ({ turns }) => ({ turns: { ...turns, close: failSecond(turns.close) } })],
])('a seed of which %s could not be stored is stored as a whole the next time', (_, fail) => {
  const whole = open();
  plantSeed(directory, whole, NOW);

  const file = join(makeDirectory(), 'store.db');
  const store = openStore({ file });
  expect(() => plantSeed(directory, { ...store, ...fail(store) }, NOW)).toThrow('the disk is full');
  store.close();
  const reopened = open(file);
  plantSeed(directory, reopened, NOW);
  expect(contentsOf(reopened)).toEqual(contentsOf(whole));
});
