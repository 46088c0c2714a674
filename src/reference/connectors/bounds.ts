/** What a connector may make this server hold. A connector is somebody else's program, and its answers end in prompts. */
export const BOUNDS = {
  /** Sessions of one connector that are open at once; a further call waits for one. */
  sessions: 8,
  /** Tools that are offered of one connector; later ones are left out. */
  tools: 200,
  /** Pages of a tool list that are read, so that a list without end ends. */
  toolPages: 20,
  /** Characters of a tool's name. A tool with a longer name is left out, since it could not be called by half a name. */
  nameLength: 128,
  /** Characters of a tool's description. */
  descriptionLength: 4_096,
  /** Characters of a schema as JSON: of a tool's input, or of a question. */
  schemaLength: 65_536,
  /** Characters of a question's message. */
  questionLength: 10_000,
  /** Bytes of a tool's result as UTF-8. */
  resultSize: 256_000,
  /**
   * Bytes of one message, or of one HTTP response after unpacking. The SDK copies what it has of a line with each chunk
   * that comes in, so that a line of 10 MB would stop the server for seconds.
   */
  messageSize: 4_000_000,
  /** Characters of standard error that are kept. */
  standardErrorLength: 2_000,
} as const;
