import { DatabaseSync } from 'node:sqlite';
import type { LibraryFile } from '../directory/types.ts';
import { cutPassages } from './cut-passages.ts';
import { matchWords } from './match-words.ts';
import type { Passage, Retrieval, SearchScope } from './retrieval.ts';

/** A search whose files can change. */
export interface ReplaceableRetrieval extends Retrieval {
  /** Searches only these files from now on. */
  replace(files: Iterable<LibraryFile>): void;
}

/**
 * The texts are not stored in the database, since SQLite would change ill-formed Unicode, and a second copy costs
 * memory.
 */
const TABLES = `
  CREATE VIRTUAL TABLE words USING fts5(text, content = '', tokenize = 'porter unicode61 remove_diacritics 2');
  CREATE TABLE places (passage INTEGER PRIMARY KEY, library INTEGER NOT NULL, file INTEGER NOT NULL);
`;

/** bm25 is negative, and lower values fit better. Passages with equal ranks keep the order of the files. */
const FIND = `
  SELECT passage, bm25(words) AS rank FROM words CROSS JOIN places ON passage = words.rowid
  WHERE words MATCH ?
    AND (library IN (SELECT value FROM json_each(?)) OR file IN (SELECT value FROM json_each(?)))
  ORDER BY rank, passage LIMIT ?
`;

/**
 * Full-text search over files. It finds passages that contain words of the query in any inflection, best first. The index is
 * kept in memory and built by the first search, since many servers never search.
 */
export function indexFiles(files: Iterable<LibraryFile>): ReplaceableRetrieval {
  let indexed = [...files];
  let index: Index | undefined;
  return {
    search(query, scope, limit) {
      const words = matchWords(query);
      if (words === undefined || isEmpty(scope) || !(limit >= 1)) return [];
      index ??= new Index(indexed);
      return index.find(words, scope, limit);
    },
    replace(next) {
      this.close();
      indexed = [...next];
    },
    close() {
      index?.close();
      index = undefined;
    },
  };
}

class Index {
  readonly #database = new DatabaseSync(':memory:');
  readonly #passages: Omit<Passage, 'score'>[] = [];

  constructor(files: readonly LibraryFile[]) {
    this.#database.exec(`${TABLES} BEGIN;`);
    const addWords = this.#database.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
    const addPlace = this.#database.prepare('INSERT INTO places VALUES (?, ?, ?)');
    for (const { id: fileId, libraryId, name: fileName, text: whole } of files) {
      for (const text of cutPassages(whole)) {
        const passage = this.#passages.push({ libraryId, fileId, fileName, text });
        addWords.run(passage, text);
        addPlace.run(passage, libraryId, fileId);
      }
    }
    this.#database.exec('COMMIT');
  }

  find(words: string, { libraryIds, fileIds }: SearchScope, limit: number): Passage[] {
    return this.#database
      .prepare(FIND)
      .all(
        words,
        JSON.stringify(libraryIds),
        JSON.stringify(fileIds),
        Math.min(Math.floor(limit), this.#passages.length),
      )
      .flatMap(({ passage, rank }) => {
        const found = this.#passages[Number(passage) - 1];
        return found ? [{ ...found, score: scoreOf(Number(rank)) }] : [];
      });
  }

  close(): void {
    this.#database.close();
  }
}

/** Maps f = -bm25, which is positive and unbounded, to f / (1 + f), which lies between 0 and 1 and keeps the order. */
function scoreOf(rank: number): number {
  return -rank / (1 - rank);
}

function isEmpty({ libraryIds, fileIds }: SearchScope): boolean {
  return libraryIds.length + fileIds.length === 0;
}
