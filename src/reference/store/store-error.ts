/** `store-in-use`: another process holds the file. The others say what the file, or the place for it, is. */
export type StoreErrorCode = 'store-in-use' | 'not-a-store' | 'store-too-new' | 'store-unwritable';

/** A file cannot serve as the store, and was left as it is. The message is one line that says what to do instead. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.code = code;
  }
}

/** A change was asked for something that is not there, which the caller had to look for first. */
export class MissingRecordError extends Error {
  readonly code = 'missing-record';

  constructor(kind: 'chat' | 'skill', id: string | number) {
    super(`there is no ${kind} ${id} to change; find it first`);
    this.name = 'MissingRecordError';
  }
}
