/** What the end of a text has in common with the secrets. */
export interface Trace {
  /** The length of the longest secret that ends here; 0 if none does. */
  readonly found: number;
  /** The length of the longest end of the text with which a secret may go on. */
  readonly begun: number;
}

interface State extends Trace {
  readonly next: Map<number, State>;
  found: number;
  begun: number;
  /** The state of the longest shorter end of the text with which a secret begins. The root has none. */
  fallback: State | undefined;
}

/**
 * Follows a text character by character and notices all secrets in it, also those that overlap (Aho and Corasick). The work is
 * proportional to the length of the text, however many secrets there are and however much they resemble the text.
 */
export class SecretFinder {
  readonly #root = grow();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets) this.#plant(secret);
    this.#connect();
  }

  /** The trace of an empty text. */
  get start(): Trace {
    return this.#root;
  }

  /** @param trace the result for the text so far @param unit the next UTF-16 code unit */
  follow(trace: Trace, unit: number): Trace {
    return next(trace as State, unit) ?? this.#root;
  }

  #plant(secret: string): void {
    let node = this.#root;
    for (let at = 0; at < secret.length; at += 1) {
      node.begun = at;
      const unit = secret.charCodeAt(at);
      const child = node.next.get(unit) ?? grow();
      node.next.set(unit, child);
      node = child;
    }
    node.found = secret.length;
  }

  /** Visits shorter beginnings first, since longer ones fall back to them. */
  #connect(): void {
    const waiting: State[] = [this.#root];
    for (const node of waiting) {
      for (const [unit, child] of node.next) {
        const fallback = (node.fallback && next(node.fallback, unit)) ?? this.#root;
        child.fallback = fallback;
        child.found ||= fallback.found;
        if (child.next.size === 0) child.begun = fallback.begun;
        waiting.push(child);
      }
    }
  }
}

function grow(): State {
  return { next: new Map(), found: 0, begun: 0, fallback: undefined };
}

function next(from: State, unit: number): State | undefined {
  for (let node: State | undefined = from; node; node = node.fallback) {
    const child = node.next.get(unit);
    if (child) return child;
  }
  return undefined;
}
