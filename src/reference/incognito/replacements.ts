import { type SensitiveKind, writePlaceholder } from './placeholder.ts';

/** A replaced value, its placeholder, and how often it was replaced. */
export interface Replacement {
  readonly kind: SensitiveKind;
  readonly value: string;
  readonly placeholder: string;
  readonly occurrences: number;
}

/** The replacements in the texts of one turn. Each spelling of a value has one placeholder throughout the turn. */
export class Replacements {
  readonly #byValue = new Map<string, Replacement & { occurrences: number }>();
  readonly #byPlaceholder = new Map<string, Replacement>();
  readonly #avoided = new Set<string>();
  readonly #numbers: Record<SensitiveKind, number> = { literal: 0, email: 0, phone: 0, name: 0 };

  /** All replacements, in the order in which their values first occurred. */
  get all(): readonly Replacement[] {
    return [...this.#byValue.values()];
  }

  /** Excludes a text of the user from being used as a placeholder. */
  avoid(lookalike: string): void {
    this.#avoided.add(lookalike);
  }

  /** Counts an occurrence of a value. @returns its placeholder */
  replace(kind: SensitiveKind, value: string): string {
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

  #add(kind: SensitiveKind, value: string) {
    const added = { kind, value, placeholder: this.#choose(kind), occurrences: 0 };
    this.#byValue.set(value, added);
    this.#byPlaceholder.set(added.placeholder, added);
    return added;
  }

  #choose(kind: SensitiveKind): string {
    let placeholder: string;
    do {
      this.#numbers[kind] += 1;
      placeholder = writePlaceholder(kind, this.#numbers[kind]);
    } while (this.#avoided.has(placeholder));
    return placeholder;
  }
}
