/** A third-party program that reads the published documents, and how this machine gets its messages. */
export interface Reader {
  /** Unique; the word that selects the row. */
  readonly id: string;
  /** The name on the page. */
  readonly tool: string;
  readonly version: string;
  /** Programs that the machine must have. */
  readonly needs: readonly string[];
  /** Commands that install the reader into `{home}`. Rows with the same commands share it. */
  readonly install: readonly string[];
  /** The published files that it reads. */
  readonly files: readonly string[];
  readonly reads: CommandReading | PageReading;
  /** Messages that are faults of the reader, as a smallest document shows. */
  readonly known: readonly KnownMessage[];
  /** What a user of the reader should know; Markdown. */
  readonly remark: string;
}

/** A command that prints its messages, one per line. */
export interface CommandReading {
  readonly kind: 'command';
  /** `{file}` is the document, `{programs}` the folder of our programs. */
  readonly command: string;
  /** Lines that are not messages. A sound document must produce at least one; otherwise the reader may have read nothing. */
  readonly success: RegExp;
}

/** A page in a browser. Its console, errors and requests are recorded. */
export interface PageReading {
  readonly kind: 'page';
  /** The file in programs/ that shows `/contract/__FILE__`. It finds the installation at `/assets/`. */
  readonly page: string;
  /** The folder of the installation that is served as `/assets/`. */
  readonly assets: string;
  /** What the page must show, once it has read the document. */
  readonly shows: string;
  /** How the whole document is shown: by scrolling, by following every link, or by opening the address of each part. */
  readonly walk: Walk;
  /** Where the page itself shows errors in the document; a CSS selector. */
  readonly complaints: string;
  /** Hosts that the reader contacts for any document. They get an empty answer; nothing leaves the machine. */
  readonly ownHosts: readonly string[];
}

export type Walk =
  | { readonly by: 'scrolling' }
  | { readonly by: 'links' }
  /** Fragments; `{operation}` is the id of each operation, `{schema}` the name of each schema. */
  | { readonly by: 'addresses'; readonly addresses: readonly string[] };

export interface KnownMessage {
  readonly says: RegExp;
  /** The file in smallest/ for which the reader gives the same message. */
  readonly smallest: string;
  /** Why the document is right; Markdown. */
  readonly reason: string;
}

/** The messages of a reader about a file. */
export interface Reading {
  readonly file: string;
  readonly messages: readonly string[];
}
