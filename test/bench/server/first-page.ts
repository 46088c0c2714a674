import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sqliteChats } from '../../../src/reference/store/sqlite/chats.ts';
import { openDatabase } from '../../../src/reference/store/sqlite/database.ts';
import { atomically } from '../../../src/reference/store/sqlite/sql.ts';
import type { Figure } from '../figure.ts';
import { median } from '../measure.ts';
import { type ServerProcess, startReference } from './processes.ts';

const FEW = { credentialId: 'main', token: 'harbor-main', chats: 1000, changing: randomUUID() };
const MANY = { credentialId: 'second', token: 'harbor-second', chats: 1_000_000, changing: randomUUID() };
const ROUNDS = 200;
/** Page cache in KiB while the file is filled. The ids are random, so writes touch all pages of their index. */
const FILLING_CACHE = 400_000;
const USER = 300;
const BEGUN = Date.UTC(2026, 2, 2);

/** Compares the time for the first page of a credential with a million chats and of one with a thousand, in the same file. */
export async function benchFirstPage(folder: string): Promise<Figure[]> {
  const file = join(folder, 'chats.db');
  fill(file);
  const server = await startReference('--data', file);
  try {
    const times = { few: [] as number[], many: [] as number[] };
    for (let round = 0; round < ROUNDS; round++) {
      times.few.push(await timeFirstPage(server, FEW));
      times.many.push(await timeFirstPage(server, MANY));
    }
    const [few, many] = [median(times.few), median(times.many)];
    return [
      {
        name: 'first page of 1,000,000 chats to that of 1,000, time',
        ratio: many / few,
        goal: { atMost: 2 },
        whenMissed: 'the page is found by an index, so its time should not grow: look at the query plan',
        detail: `${many.toFixed(2)} ms and ${few.toFixed(2)} ms`,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Changes a chat first, so that the server has to read the page again. @returns milliseconds */
async function timeFirstPage({ url }: ServerProcess, { token, changing }: typeof FEW): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit) => {
    const answer = await fetch(`${url}${path}`, { ...init, headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  };
  await ask(`/api/v1/chats/${changing}`, { method: 'PATCH', body: '{"is_favorite":true}' });
  const begun = performance.now();
  await ask('/api/v1/chats', {});
  return performance.now() - begun;
}

/** Writes the chats with the store of the server, in one transaction. */
function fill(file: string): void {
  const database = openDatabase(file, (opened) => {
    opened.exec(`PRAGMA cache_size = -${FILLING_CACHE}`);
    const chats = sqliteChats(opened);
    atomically(opened, () => {
      for (const { credentialId, chats: count, changing } of [FEW, MANY]) {
        for (let index = 1; index < count; index++) {
          chats.create(makeChat(randomUUID(), credentialId, index));
        }
        chats.create(makeChat(changing, credentialId, count));
      }
    });
    return opened;
  });
  database.close();
}

function makeChat(id: string, credentialId: string, index: number) {
  return {
    id,
    credentialId,
    userId: USER,
    name: `Order ${index}`,
    isFavorite: index % 10 === 0,
    permissionMode: 'manual' as const,
    modelId: null,
    createdAt: BEGUN + index,
    updatedAt: BEGUN + index,
    isDeleted: false,
  };
}
