/** Limits on what this server accepts from a connector. A connector is an untrusted program, and its answers go into prompts. */
export const BOUNDS = {
  /** Milliseconds of real time until a start that nobody waits for is ended. */
  start: 300_000,
  /** Open sessions per connector. A call waits while all of them are in use. */
  sessions: 8,
  /** Tools offered per connector; later ones are left out. */
  tools: 200,
  /** Pages read from one tool list. Reading an endless list stops here. */
  toolPages: 20,
  /** Characters of a tool's name. A tool with a longer name is left out, since it cannot be called by a truncated name. */
  nameLength: 128,
  /** Characters of a tool's description. */
  descriptionLength: 4_096,
  /** Characters of a schema as JSON, for a tool's input or a question. */
  schemaLength: 65_536,
  /** Levels of nesting in the schema of a question. */
  schemaDepth: 100,
  /** Characters of a question's message. */
  questionLength: 10_000,
  /** Questions per call. */
  questions: 20,
  /** Messages of any kind in a session since its last call or tool list began. */
  messages: 10_000,
  /** Bytes read over HTTP before the server handles other requests. */
  pieceSize: 16_384,
  /** Bytes of a tool's result as UTF-8. */
  resultSize: 256_000,
  /**
   * Bytes of one message, or of one HTTP response after decompression. The SDK copies the incomplete line again with each
   * chunk, so a line of 10 MB would block the server for seconds.
   */
  messageSize: 4_000_000,
  /** Characters kept from standard error. They fit into one cause in the log, with a few words of introduction. */
  standardErrorLength: 900,
} as const;
