/** Finds passages of library files. */
export interface Retrieval {
  /** The passages that fit best, the best first. Nothing is found outside the libraries and files named. */
  search(query: string, scope: SearchScope, limit: number): readonly Passage[];
  close(): void;
}

export interface SearchScope {
  readonly libraryIds: readonly number[];
  readonly fileIds: readonly number[];
}

export interface Passage {
  readonly libraryId: number;
  readonly fileId: number;
  readonly fileName: string;
  readonly text: string;
  /** Above 0 and at most 1; higher fits better. */
  readonly score: number;
}
