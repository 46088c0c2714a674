/** A reference to a resource in a text, written `{{type:id}}`. Other braces are plain text. */
export interface Citation {
  /** The citation as written, braces included. */
  readonly text: string;
  readonly type: string;
  readonly id: number;
}

/** Bounded, so that unclosed braces cost no more than other text. A number of fifteen digits is always a safe integer. */
const CITATION = /\{\{([A-Za-z_-]{1,32}):([0-9]{1,15})\}\}/g;

/** The citations in a text, in order, each resource once. */
export function citationsIn(text: string): Citation[] {
  const found = new Map<string, Citation>();
  for (const [citation, type = '', digits] of text.matchAll(CITATION)) {
    const id = Number(digits);
    const key = `${type}:${id}`;
    if (!found.has(key)) found.set(key, { text: citation, type, id });
  }
  return [...found.values()];
}

/**
 * The ids of the agents that the content of a turn cites, each once (section 4.2). Zero is not a valid id and is ignored. A citation inside
 * a code block counts like any other.
 */
export function citedAgents(content: string): number[] {
  return citationsIn(content).flatMap(({ type, id }) => (type === 'agent' && id > 0 ? [id] : []));
}
