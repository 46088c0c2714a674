/** Incognito mode: personal data is replaced before a model sees it, and put back into what the model says. */
import { readScript } from '../../rig/script/read-script.ts';
import type { Incognito } from '../directory/types.ts';
import { KINDS, type Kind, PLACEHOLDER, startOfUnfinished } from './placeholder.ts';
import { Replacements } from './replacements.ts';
import { splitAtScripts } from './script-blocks.ts';
import { compileSensitive } from './sensitive.ts';

/** What one turn had replaced so far. All its texts share it, so that a value keeps its placeholder. */
export interface Mask {
  readonly sensitive: RegExp;
  readonly replacements: Replacements;
}

/** Restores an answer while it comes. */
export interface Unmasker {
  /** @returns what is sure by now; the beginning of a placeholder is held back until its end is known */
  push(piece: string): string;
  /** @returns what was held back */
  flush(): string;
}

/** What a message tells of its replacements. A type and not an interface, so that it is an open record. */
export type Anonymization = {
  readonly replacements: readonly {
    readonly placeholder: string;
    readonly kind: Kind;
    readonly occurrences: number;
  }[];
};

/** By company; thousands of terms take long to compile, and every turn needs them. */
const COMPILED = new WeakMap<Incognito, RegExp>();
const PLACEHOLDERS = new RegExp(PLACEHOLDER, 'g');

export function createMask(incognito: Incognito): Mask {
  const sensitive = COMPILED.get(incognito) ?? compileSensitive(incognito.terms);
  COMPILED.set(incognito, sensitive);
  return { sensitive, replacements: new Replacements() };
}

/**
 * Replaces e-mail addresses, telephone numbers and the company's terms by placeholders. `unmask` gives the text back,
 * even if it holds something that looks like a placeholder.
 *
 * Scripts of the scripted model pass as they are: they are instructions, and hold no personal data by convention. So a
 * placeholder that an earlier text was given is restored in a script as well.
 */
export function maskText(text: string, mask: Mask): string {
  for (const [lookalike] of text.matchAll(PLACEHOLDERS)) mask.replacements.avoid(lookalike);
  return splitAtScripts(text)
    .map((stretch) => (isScript(stretch.script) ? stretch.text : hide(stretch.text, mask)))
    .join('');
}

/** Puts the values back. Placeholders that were never given out stay. */
export function unmask(text: string, { replacements }: Mask): string {
  return text.replace(PLACEHOLDERS, (placeholder) => replacements.valueOf(placeholder) ?? placeholder);
}

/** The same as `unmask`, piece by piece. It holds back less than one placeholder, and takes linear time. */
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
 * What was replaced, or null when nothing was. It names no value: a message is kept and shown long after its turn, and
 * must not gather in one place what the mode is there to hide.
 */
export function anonymizationOf({ replacements }: Mask): Anonymization | null {
  // A literal hides nothing.
  const hidden = replacements.all.filter(({ kind }) => kind !== 'literal');
  if (hidden.length === 0) return null;
  return {
    replacements: hidden.map(({ placeholder, kind, occurrences }) => ({ placeholder, kind, occurrences })),
  };
}

function hide(text: string, { sensitive, replacements }: Mask): string {
  return text.replace(sensitive, (value: string, ...rest: unknown[]) => {
    const groups = rest.at(-1) as Partial<Record<Kind, string>>;
    const kind = KINDS.find((each) => groups[each] !== undefined) as Kind;
    // A text that happens to be a placeholder in use would be restored to somebody's address.
    if (kind === 'literal' && !replacements.isInUse(value)) return value;
    return replacements.replace(kind, value);
  });
}

/** Whether a block is a script indeed. In one that nobody obeys, personal data is looked for as everywhere. */
function isScript(block: string | undefined): boolean {
  if (block === undefined) return false;
  try {
    return readScript(JSON.parse(block)) !== undefined;
  } catch {
    return false;
  }
}
