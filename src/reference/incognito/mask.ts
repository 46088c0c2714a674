/** Incognito mode: replaces personal data before a model sees it, and restores it in the model's output. */
import { readScript } from '../../rig/script/read-script.ts';
import type { Incognito } from '../directory/types.ts';
import { KINDS, PLACEHOLDER, type SensitiveKind, startOfUnfinished } from './placeholder.ts';
import { Replacements } from './replacements.ts';
import { splitAtScripts } from './script-blocks.ts';
import { compileSensitive } from './sensitive.ts';

/** The replacements of one turn. All texts of the turn share them, so that a value keeps its placeholder. */
export interface Mask {
  readonly sensitive: RegExp;
  readonly replacements: Replacements;
}

/** Restores an answer while it is being streamed. */
export interface Unmasker {
  /** @returns the restored text so far; a possible beginning of a placeholder is held back */
  push(piece: string): string;
  /** @returns the text that was held back */
  flush(): string;
}

/** The `anonymization` of a message. A type alias, since an interface is not assignable to an open record. */
export type Anonymization = {
  readonly replacements: readonly {
    readonly placeholder: string;
    readonly kind: SensitiveKind;
    readonly occurrences: number;
  }[];
};

/** Compiled patterns by company, since every turn needs one and thousands of terms take long to compile. */
const COMPILED = new WeakMap<Incognito, RegExp>();
const PLACEHOLDERS = new RegExp(PLACEHOLDER, 'g');

/** Creates the mask of a turn. */
export function createMask(incognito: Incognito): Mask {
  const sensitive = COMPILED.get(incognito) ?? compileSensitive(incognito.terms);
  COMPILED.set(incognito, sensitive);
  return { sensitive, replacements: new Replacements() };
}

/**
 * Replaces e-mail addresses, telephone numbers and the company's terms with placeholders. `unmask` restores the text, even
 * if the text contains something that looks like a placeholder.
 *
 * Scripts of the scripted model stay unchanged: they are instructions and by convention hold no personal data. If a script
 * contains a placeholder that is in use, `unmask` restores it there as well.
 */
export function maskText(text: string, mask: Mask): string {
  for (const [lookalike] of text.matchAll(PLACEHOLDERS)) mask.replacements.avoid(lookalike);
  return splitAtScripts(text)
    .map((stretch) => (isScript(stretch.script) ? stretch.text : hide(stretch.text, mask)))
    .join('');
}

/** Restores the values. Unknown placeholders stay unchanged. */
export function unmask(text: string, { replacements }: Mask): string {
  return text.replace(PLACEHOLDERS, (placeholder) => replacements.valueOf(placeholder) ?? placeholder);
}

/** Does the same as `unmask` piece by piece, in linear time. It holds back less than the length of one placeholder. */
export function createUnmasker(mask: Mask): Unmasker {
  let held = '';
  return {
    push(piece) {
      const text = held + piece;
      const end = startOfUnfinished(text);
      held = text.slice(end);
      return unmask(text.slice(0, end), mask);
    },
    flush() {
      const rest = held;
      held = '';
      return rest;
    },
  };
}

/**
 * Lists what was replaced; null when nothing was. It contains no values: messages are stored and shown long after their
 * turn, and must not collect the data that the mode hides.
 */
export function anonymizationOf({ replacements }: Mask): Anonymization | null {
  // Replacing a literal hides no personal data.
  const hidden = replacements.all.filter(({ kind }) => kind !== 'literal');
  if (hidden.length === 0) return null;
  return {
    replacements: hidden.map(({ placeholder, kind, occurrences }) => ({ placeholder, kind, occurrences })),
  };
}

function hide(text: string, { sensitive, replacements }: Mask): string {
  return text.replace(sensitive, (value: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Partial<Record<SensitiveKind, string>>;
    const kind = KINDS.find((each) => groups[each] !== undefined) as SensitiveKind;
    // If it equals a placeholder in use, unmasking would turn it into somebody's address. Otherwise it can stay.
    if (kind === 'literal' && !replacements.isInUse(value)) return value;
    return replacements.replace(kind, value);
  });
}

/** Whether a block is a valid script. An invalid script is masked like any other text. */
function isScript(block: string | undefined): boolean {
  if (block === undefined) return false;
  try {
    return readScript(JSON.parse(block)) !== undefined;
  } catch {
    return false;
  }
}
