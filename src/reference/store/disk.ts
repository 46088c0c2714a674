/** Tells when what was written to a store has reached the disk. */
export interface Disk {
  /** Resolves once everything written so far has reached the disk; undefined if it has already. Rejects if the disk fails. */
  reached(): Promise<void> | undefined;
}

export interface GroupSyncParts {
  /** The number of changes written so far. */
  changes(): number;
  /** Makes the disk keep what was written before the call. */
  sync(): Promise<void>;
}

/** Waits for the disk once for all writes of one moment, while the thread goes on with other work. */
export class GroupSync implements Disk {
  readonly #parts: GroupSyncParts;
  #kept: number;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(parts: GroupSyncParts) {
    this.#parts = parts;
    this.#kept = parts.changes();
  }

  reached(): Promise<void> | undefined {
    if (this.#parts.changes() === this.#kept) return undefined;
    // The one that runs may have begun before the latest write.
    this.#next ??= this.#running.catch(() => {}).then(() => this.#begin());
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#next = undefined;
    const changes = this.#parts.changes();
    this.#running = this.#parts.sync().then(() => {
      this.#kept = changes;
    });
    return this.#running;
  }
}
