import { SCHEMA_VERSION } from './sqlite/schema.ts';

/** `store-in-use`: another process holds the file. The other codes describe the file, or the directory for it. */
export type StoreErrorCode = 'store-in-use' | 'not-a-store' | 'store-too-new' | 'store-unwritable';

/** A file cannot serve as the store; the file was not changed. The message is one line and says what to do instead. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}

/** A caller tried to change a record that does not exist. Callers find a record before they change it. */
export class MissingRecordError extends Error {
  readonly code = 'missing-record';

  constructor(kind: 'chat' | 'skill', id: string | number) {
    super(`there is no ${kind} ${id} to change; find it first`);
    this.name = 'MissingRecordError';
  }
}

/** The meaning of SQLite's primary result codes when a file is opened. */
const MEANINGS: Readonly<Record<number, StoreErrorCode>> = {
  /* ERROR: one of our tables is missing */ 1: 'not-a-store',
  /* PERM */ 3: 'store-unwritable',
  /* BUSY */ 5: 'store-in-use',
  /* READONLY */ 8: 'store-unwritable',
  /* IOERR */ 10: 'store-unwritable',
  /* CORRUPT */ 11: 'not-a-store',
  /* FULL */ 13: 'store-unwritable',
  /* CANTOPEN */ 14: 'store-unwritable',
  /* NOTADB */ 26: 'not-a-store',
};

/** The lowest byte of an extended result code is the primary code. */
const PRIMARY = 0xff;

/** Codes of SQLite and of the system for a disk without space. */
const FULL = { errcode: 13, code: 'ENOSPC' } as const;

/** Opens or fills a file. @throws StoreError when SQLite cannot use the file; rethrows every other error unchanged */
export function withReasons<Result>(path: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    const meaning = errcode === undefined ? undefined : MEANINGS[errcode & PRIMARY];
    if (meaning === 'store-in-use') throw inUse(path, error);
    if (meaning === 'store-unwritable') throw unwritable(path, error);
    if (meaning === 'not-a-store') throw foreign(path, error);
    throw error;
  }
}

export function foreign(path: string, cause?: unknown): StoreError {
  return new StoreError(
    'not-a-store',
    `${path} is not a store of this server, or is damaged; name another file`,
    { cause },
  );
}

export function tooNew(path: string, version: number): StoreError {
  return new StoreError(
    'store-too-new',
    `${path} was written by a later version (its tables have version ${version}, this server uses version ${SCHEMA_VERSION}); ` +
      'start that version, or name another file',
  );
}

export function unwritable(path: string, cause: unknown): StoreError {
  const { code, errcode = 0, errstr } = cause as { code?: string; errcode?: number; errstr?: string };
  const isFull = code === FULL.code || (errcode & PRIMARY) === FULL.errcode;
  const advice = isFull
    ? 'no space is left on the disk; free some space, or name a file on another disk'
    : `${errstr ?? code ?? 'it cannot be opened'}; name a file in a directory that can be written`;
  return new StoreError('store-unwritable', `cannot write the store ${path}: ${advice}`, { cause });
}

export function inUse(path: string, cause: unknown): StoreError {
  return new StoreError(
    'store-in-use',
    `${path} is in use by another process; stop that one, or name another file`,
    { cause },
  );
}
