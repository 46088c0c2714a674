import { DatabaseSync } from 'node:sqlite';
import type { LibraryFile } from '../directory/types.ts';
import { cutPassages } from './cut-passages.ts';
import { matchWords } from './match-words.ts';
import type { Passage, Retrieval, SearchScope } from './retrieval.ts';

/** The texts stay outside of the database: SQLite would mend what is no well-formed Unicode, and hold them twice. */
const TABLES = `
  CREATE VIRTUAL TABLE words USING fts5(text, content = '', tokenize = 'porter unicode61 remove_diacritics 2');
  CREATE TABLE places (passage INTEGER PRIMARY KEY, library INTEGER NOT NULL, file INTEGER NOT NULL);
`;

/** bm25 is below 0, and the lower the better. Passages that fit equally well keep the order of the files. */
const FIND = `
  SELECT passage, bm25(words) AS rank FROM words CROSS JOIN places ON passage = words.rowid
  WHERE words MATCH ?
    AND (library IN (SELECT value FROM json_each(?)) OR file IN (SELECT value FROM json_each(?)))
  ORDER BY rank, passage LIMIT ?
`;

/**
 * Full-text search over files: passages that hold words of the query, in whatever form of the word, the best first. The
 * index lives in memory and is built by the first search, since a server that is started need not ever search.
 */
export function indexFiles(files: Iterable<LibraryFile>): Retrieval {
  const indexed = [...files];
  let index: Index | undefined;
  return {
    search(query, scope, limit) {
      const words = matchWords(query);
      if (words === undefined || isEmpty(scope) || !(limit >= 1)) return [];
      index ??= new Index(indexed);
      return index.find(words, scope, limit);
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

/** Maps a fit f = -bm25, which is above 0 and has no bound, to f / (1 + f): between 0 and 1, and in the same order. */
function scoreOf(rank: number): number {
  return -rank / (1 - rank);
}

function isEmpty({ libraryIds, fileIds }: SearchScope): boolean {
  return libraryIds.length + fileIds.length === 0;
}
