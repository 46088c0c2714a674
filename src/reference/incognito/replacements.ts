import { type Kind, writePlaceholder } from './placeholder.ts';

/** A value, what stands in its place, and how often it was put there. */
export interface Replacement {
  readonly kind: Kind;
  readonly value: string;
  readonly placeholder: string;
  readonly occurrences: number;
}

/** What the texts of one turn had replaced. A value has one placeholder for the whole turn, spelling included. */
export class Replacements {
  readonly #byValue = new Map<string, Replacement & { occurrences: number }>();
  readonly #byPlaceholder = new Map<string, Replacement>();
  readonly #avoided = new Set<string>();
  readonly #numbers: Record<Kind, number> = { literal: 0, email: 0, phone: 0, name: 0 };

  /** In the order in which the values were first met. */
  get all(): readonly Replacement[] {
    return [...this.#byValue.values()];
  }

  /** Keeps a text that looks like a placeholder from becoming one. */
  avoid(lookalike: string): void {
    this.#avoided.add(lookalike);
  }

  /** @returns what to write in place of a value that was met */
  replace(kind: Kind, value: string): string {
    const known = this.#byValue.get(value) ?? this.#add(kind, value);
    known.occurrences += 1;
    return known.placeholder;
  }

  isInUse(placeholder: string): boolean {
    return this.#byPlaceholder.has(placeholder);
  }

  valueOf(placeholder: string): string | undefined {
    return this.#byPlaceholder.get(placeholder)?.value;
  }

  #add(kind: Kind, value: string) {
    const added = { kind, value, placeholder: this.#choose(kind), occurrences: 0 };
    this.#byValue.set(value, added);
    this.#byPlaceholder.set(added.placeholder, added);
    return added;
  }

  #choose(kind: Kind): string {
    let placeholder: string;
    do {
      this.#numbers[kind] += 1;
      placeholder = writePlaceholder(kind, this.#numbers[kind]);
    } while (this.#avoided.has(placeholder));
    return placeholder;
  }
}
