/** Limits on what this server accepts from a connector, which is a foreign program whose answers go into prompts. */
export const BOUNDS = {
  /** Open sessions per connector. A call that finds all of them in use waits. */
  sessions: 8,
  /** Tools offered per connector; later ones are left out. */
  tools: 200,
  /** Pages read of a tool list, so that an endless list ends. */
  toolPages: 20,
  /** Characters of a tool's name. A tool with a longer name is left out, since it cannot be called by a truncated name. */
  nameLength: 128,
  /** Characters of a tool's description. */
  descriptionLength: 4_096,
  /** Characters of a schema as JSON, for a tool's input or a question. */
  schemaLength: 65_536,
  /** Characters of a question's message. */
  questionLength: 10_000,
  /** Questions of one call. */
  questions: 20,
  /** Messages of a session from the beginning of a call or a tool list on, of any kind. */
  messages: 10_000,
  /** Bytes that are read over HTTP before other requests go on. */
  pieceSize: 16_384,
  /** Bytes of a tool's result as UTF-8. */
  resultSize: 256_000,
  /**
   * Bytes of one message, or of one HTTP response after decompression. The SDK copies the incomplete line again with each
   * chunk, so a line of 10 MB would block the server for seconds.
   */
  messageSize: 4_000_000,
  /** Characters kept of standard error. Together with a few words, they fit into one cause of the log. */
  standardErrorLength: 900,
} as const;
