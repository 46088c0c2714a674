import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openStore } from '../../../src/reference/store/open-store.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from '../../../src/reference/store/sqlite/schema.ts';
import { StoreError } from '../../../src/reference/store/store-error.ts';
import { chat, interaction, outcome, skill, turn } from './records.ts';
import { makeDirectory, open } from './stores.ts';

const WRITING_PROCESS = fileURLToPath(new URL('./writing-process.ts', import.meta.url));

/** Creates a SQLite database of any program. */
function makeDatabase(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Creates a database of another program that was killed: part of its data is in the write-ahead log. */
function makeAbandoned(file: string): void {
  const original = join(makeDirectory(), 'original.db');
  const database = new DatabaseSync(original);
  database.exec(
    `PRAGMA journal_mode = WAL; CREATE TABLE t (a); PRAGMA wal_checkpoint; INSERT INTO t VALUES (1)`,
  );
  for (const suffix of ['', '-wal']) copyFileSync(original + suffix, file + suffix);
  database.close();
}

/** The files of a directory, but for locks. */
function filesIn(directory: string): readonly string[] {
  return readdirSync(directory).filter((name) => !name.endsWith('-lock'));
}

/** The entries of a directory, each with a digest of its contents. */
function snapshot(directory: string) {
  return filesIn(directory).map((name) => {
    const path = join(directory, name);
    const isFile = lstatSync(path).isFile();
    return { name, digest: isFile && createHash('sha256').update(readFileSync(path)).digest('hex') };
  });
}

function refusalOf(file: string): StoreError {
  try {
    openStore({ file }).close();
  } catch (error) {
    if (error instanceof StoreError) return error;
    throw error;
  }
  throw new Error(`${file} was opened`);
}

/** Starts a process that writes to a store and keeps it open. */
async function startWriting(file: string) {
  const child = spawn(process.execPath, [WRITING_PROCESS, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  onTestFinished(kill);
  await Promise.race([
    once(child.stdout, 'data'),
    exit.then(() => expect.unreachable('it ended before it wrote')),
  ]);
  return { kill };
}

describe('a store in a file', () => {
  it('has the same content when it is opened again', () => {
    const file = join(makeDirectory(), 'store.db');
    const first = open(file);
    const id = first.turns.begin(turn({ key: { value: 'k1', fingerprint: 'f1' } }), chat());
    first.turns.close(id, outcome(), 5000);
    const running = first.turns.begin(turn());
    first.turns.append([{ turnId: running, text: 'So far', replace: false }]);
    first.interactions.open(interaction({ turnId: running }));
    const { id: skillId } = first.skills.create(skill());
    const read = ({ chats, turns, interactions, skills }: typeof first) => [
      chats.list('main', {}, { offset: 0, limit: 9 }),
      turns.list('c1', { offset: 0, limit: 9 }),
      turns.listOpen(),
      turns.findByKey('main', 'k1'),
      interactions.find('act_1'),
      skills.find(skillId),
    ];
    const before = read(first);
    first.close();
    expect(read(open(file))).toStrictEqual(before);
  });

  it.each(Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1))(
    'of version %i has the same content with the tables of this version',
    (version) => {
      const file = join(makeDirectory(), 'store.db');
      makeDatabase(file, readFileSync(join(import.meta.dirname, `versions/${version}.sql`), 'utf8'));
      for (let time = 0; time < 2; time += 1) {
        const store = open(file);
        const { chats } = store.chats.list('main', {}, { offset: 0, limit: 9 });
        expect(chats.map(({ name }) => name)).toEqual([null, 'Tide tables']);
        expect(store.turns.findByKey('main', 'k1')).toMatchObject({ prompt: 'Hello', content: 'Hi' });
        expect(store.turns.listOpen()).toEqual([2]);
        store.close();
      }
    },
  );

  it('does not reuse the id of a turn or a skill after it was reopened', () => {
    const file = join(makeDirectory(), 'store.db');
    const first = open(file);
    const id = first.skills.create(skill()).id;
    const turnId = first.turns.begin(turn(), chat());
    first.skills.delete(id);
    first.close();
    const second = open(file);
    expect(second.skills.create(skill()).id).toBeGreaterThan(id);
    expect(second.turns.begin(turn())).toBeGreaterThan(turnId);
  });

  it('is readable and writable only by its owner, like the files next to it', () => {
    const directory = makeDirectory();
    open(join(directory, 'store.db')).chats.create(chat());
    const modes = readdirSync(directory).map((name) => [name, statSync(join(directory, name)).mode & 0o777]);
    expect(Object.fromEntries(modes)).toEqual(
      Object.fromEntries(['', '-lock', '-shm', '-wal'].map((end) => [`store.db${end}`, 0o600])),
    );
  });

  it.each(['a b?c#d%20.db', ':memory:', 'file:x?mode=memory'])('may be named %j', (name) => {
    const directory = makeDirectory();
    open(join(directory, name)).close();
    expect(filesIn(directory)).toEqual([name]);
  });

  it('may have a relative name with a special meaning in SQLite', () => {
    const directory = makeDirectory();
    vi.spyOn(process, 'cwd').mockReturnValue(directory);
    onTestFinished(() => void vi.restoreAllMocks());
    open(':memory:').close();
    expect(filesIn(directory)).toEqual([':memory:']);
  });

  it('may be an empty file, or a link to one, and tells when the disk has what was written', async () => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'empty'), '');
    symlinkSync(join(directory, 'empty'), join(directory, 'link'));
    const store = open(join(directory, 'link'));
    expect(store.disk?.reached()).toBeUndefined();
    store.chats.create(chat());
    expect(await store.disk?.reached()).toBeUndefined();
    expect(store.disk?.reached()).toBeUndefined();
    store.close();
    expect(statSync(join(directory, 'empty')).size).toBeGreaterThan(0);
  });

  it('may be closed twice', () => {
    const store = open(join(makeDirectory(), 'store.db'));
    store.close();
    expect(() => store.close()).not.toThrow();
  });

  it('is refused while this process has it open', () => {
    const file = join(makeDirectory(), 'store.db');
    const store = open(file);
    expect(refusalOf(file)).toMatchObject({ code: 'store-in-use' });
    store.chats.create(chat());
    store.close();
    expect(open(file).chats.find('c1')).toEqual(chat());
  });

  it('belongs to one process, and keeps what that process wrote before it was killed', async () => {
    const directory = makeDirectory();
    const file = join(directory, 'store.db');
    const process = await startWriting(file);
    expect(refusalOf(file)).toMatchObject({
      code: 'store-in-use',
      message: `${file} is in use by another process; stop that one, or name another file`,
    });
    await process.kill();
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);

    const copy = join(directory, 'copy.db');
    for (const suffix of ['', '-wal']) copyFileSync(file + suffix, copy + suffix);
    for (const survivor of [file, copy]) {
      const { turns, chats } = open(survivor);
      expect(chats.find('c1')).toEqual(chat({ updatedAt: 5000 }));
      expect(turns.findByKey('main', 'k1')?.close).toEqual(outcome());
      expect(turns.listOpen().map((id) => turns.find(id)?.content)).toEqual(['So far.']);
    }
  });
});

describe('a file is refused and left unchanged', () => {
  const versions = `its tables have version %, this server uses version ${SCHEMA_VERSION}`;
  const marked = (file: string, version: number) =>
    makeDatabase(file, `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version}`);

  function refuses(code: StoreError['code'], make: (file: string) => void, message: string): void {
    const directory = makeDirectory();
    const file = join(directory, 'store.db');
    make(file);
    const before = snapshot(directory);
    expect(refusalOf(file)).toMatchObject({ code, message: message.replace('FILE', file) });
    expect(snapshot(directory)).toEqual(before);
  }

  it.each<[string, (file: string) => void]>([
    ['that is text', (file) => writeFileSync(file, 'Not a database. '.repeat(400))],
    ['of one byte', (file) => writeFileSync(file, '?')],
    ['of a few bytes', (file) => writeFileSync(file, 'Dear diary')],
    ['that is a database of another program', (file) => makeDatabase(file, 'CREATE TABLE t (a)')],
    [
      'that is such a database with a log',
      (file) => makeDatabase(file, 'PRAGMA journal_mode = WAL; CREATE TABLE t (a)'),
    ],
    ['that a killed process left with its log', makeAbandoned],
    ['with the mark of another program', (file) => makeDatabase(file, 'PRAGMA application_id = 7')],
    ['with the version of another program', (file) => makeDatabase(file, 'PRAGMA user_version = 1')],
    ['that has our mark and no version', (file) => marked(file, 0)],
    ['that has our mark and not our tables', (file) => marked(file, SCHEMA_VERSION)],
  ])('%s', (_, make) => {
    refuses('not-a-store', make, 'FILE is not a store of this server, or is damaged; name another file');
  });

  it.each<[StoreError['code'], (file: string) => void, string]>([
    [
      'store-too-new',
      (file) => marked(file, SCHEMA_VERSION + 1),
      `FILE was written by a later version (${versions.replace('%', `${SCHEMA_VERSION + 1}`)}); start that version, or name another file`,
    ],
    ['not-a-store', (file) => mkdirSync(file), 'FILE is not a file; name a file for the store'],
    [
      'store-unwritable',
      (file) => symlinkSync('/nowhere/at/all', file),
      'cannot write the store FILE: ENOENT; name a file in a directory that can be written',
    ],
  ])('as %s', refuses);

  it.each([
    ['below a missing directory', 'none/store.db', 'ENOENT'],
    ['below a file', 'file/store.db', 'ENOTDIR'],
    ['with a name that is too long', 'x'.repeat(300), 'ENAMETOOLONG'],
    ['with an invalid file name', 'a\0b', 'ERR_INVALID_ARG_VALUE'],
  ])('whose path is %s', (_, name, reason) => {
    const directory = makeDirectory();
    writeFileSync(join(directory, 'file'), '');
    expect(refusalOf(join(directory, name))).toMatchObject({
      code: 'store-unwritable',
      message: expect.stringContaining(`: ${reason}; name a file in a directory that can be written`),
    });
    expect(readdirSync(directory)).toEqual(['file']);
  });

  it.runIf(process.platform === 'linux')('that is not writable', () => {
    const file = '/proc/version';
    expect(refusalOf(file)).toMatchObject({
      code: 'store-unwritable',
      message: expect.stringMatching(/^cannot write the store \/proc\/version: /),
    });
  });
});
