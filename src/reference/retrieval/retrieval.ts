/** Searches library files. */
export interface Retrieval {
  /** The best passages for a query, best first, taken only from the libraries and files in the scope. */
  search(query: string, scope: SearchScope, limit: number): readonly Passage[];
  close(): void;
}

/** The libraries and files to search. */
export interface SearchScope {
  readonly libraryIds: readonly number[];
  readonly fileIds: readonly number[];
}

/** A part of a file that fits a query. */
export interface Passage {
  readonly libraryId: number;
  readonly fileId: number;
  readonly fileName: string;
  readonly text: string;
  /** Above 0 and at most 1; a higher score fits better. */
  readonly score: number;
}
