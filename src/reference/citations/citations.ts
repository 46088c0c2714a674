/** A resource that a text names, as `{{type:id}}`. Other braces are plain text. */
export interface Citation {
  /** As it stands in the text. */
  readonly text: string;
  readonly type: string;
  readonly id: number;
}

/** Bounded, so that braces without an end cost no more than other text. Fifteen digits always are a safe integer. */
const CITATION = /\{\{([A-Za-z_-]{1,32}):([0-9]{1,15})\}\}/g;

/** The citations of a text in their order, each resource once. */
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
 * Ids of the agents that the content of a turn cites, each once (section 4.2). Zero is no id and cites nobody; a
 * citation in a block of code counts like any other.
 */
export function citedAgents(content: string): number[] {
  return citationsIn(content).flatMap(({ type, id }) => (type === 'agent' && id > 0 ? [id] : []));
}
