import { type Fence, readFences } from './fence.ts';

/**
 * A TypeScript block of a guide. Without a note it is part of the page's program. The note `vitest` makes it a test file, and
 * `not run: …` excludes it and says why.
 */
export interface Example extends Fence {
  readonly kind: 'program' | 'vitest' | 'not run';
  /** The output shown on the page: the next block, if it is plain text and not a command. */
  readonly shown: string;
}

/** @throws Error for any other note. */
export function readExamples(page: string): Example[] {
  const fences = readFences(page);
  return fences.flatMap((fence, index) => {
    if (fence.language !== 'ts') return [];
    const next = fences[index + 1];
    const isOutput = next?.language === 'text' && !next.code.startsWith('$ ');
    return { ...fence, kind: kindOf(fence), shown: isOutput ? next.code : '' };
  });
}

function kindOf({ note, line }: Fence): Example['kind'] {
  if (note === '') return 'program';
  if (note === 'vitest') return 'vitest';
  if (/^not run: \S/.test(note)) return 'not run';
  throw new Error(`line ${line}: a TypeScript block is run, or says "vitest" or "not run: …", not "${note}"`);
}
