import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../scripts/test/environment.ts';

/** Phrases that a reader has to read twice, with better words. */
const DIALECT: readonly (readonly [phrase: RegExp, better: string])[] = [
  [/\bholds? implementations\b/, 'checks implementations against the contract'],
  [/\bneeds nothing\b(?! else)/, 'no configuration needed'],
  [/\bwhat goes by\b/, 'the traffic'],
  [/\bbytes pass\b/i, 'bytes are forwarded unchanged'],
  [/\basks nobody\b/, 'accepts any API key'],
  [/\bon the wire\b/, 'in an exchange, or by the stream judge'],
  [/\bhears (?:events|of)\b/, 'sees, or is called with'],
  [/\bbegins nothing\b/, 'does not start the request'],
  [/\bcannot do anything twice\b/, 'is safe to retry'],
  [/\bevents of tomorrow\b/i, 'unknown events'],
  [/\bsomething is amiss\b/, 'troubleshooting'],
  [/\bkeeps the promise\b/, 'enforces this'],
  [/\bside by side\b/, 'in parallel'],
  [/\bobey(?:s|ed)?\b/, 'follows, respects or uses'],
  [/\btells the cause\b/, 'names the cause'],
  [/(?<!\bit )\b(?:are|is|was|were) told\b(?! apart)|\btold (?:is|are)\b/i, 'lists, or says'],
  [/\btells (?:what|which|how|whether)\b/, 'says or shows'],
  [/\bshall\b/, 'must, or will'],
  [/\bmatter of\b/, 'about'],
  [/\bis none that\b/, 'is not a valid'],
  [/\bwhat answers\b/i, 'which answer a request gets'],
  [/\bis not made \(/, 'is not enforced'],
  [/\banswered in the wrong\b/, 'wrong responses by state'],
  [/\bhas behind it\b/, 'has done before'],
  [/\bfew calls show\b/, 'small counts predict large ones'],
  [/\bnever sets it back\b/, 'never moves it backwards'],
  [/\b(?:set|shows?)(?: \w+)? alike\b/, 'in the same way'],
  [/\bbrought about\b|\bbrings? (?:a turn (?:about|into)|it about)\b/, 'creates or causes'],
  [/\bwho does not call\b/, 'if you do not call'],
  [/\bwith so many at once\b/, 'with limited concurrency'],
];

/** Texts that people read: pages, decisions, requirements, help, messages and comments. */
const files = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'examples/*.md',
    'spec/**/*.yaml',
    '{src,scripts,portal/elements}/**/*.ts',
    '.github/**/*.yml',
    'action.yml',
  ],
  { cwd: repositoryRoot },
);

function read(file: string): string {
  return readFileSync(resolve(repositoryRoot, file), 'utf8');
}

function findDialect(text: string): string[] {
  // A sentence may continue on the next line, and each line of a comment begins with a star.
  const running = text.replaceAll(/\s*\n\s*\*? ?/g, ' ');
  return DIALECT.flatMap(([phrase, better]) =>
    [...running.matchAll(new RegExp(phrase, `${phrase.flags}g`))].map(
      ({ index }) => `“…${running.slice(Math.max(0, index - 30), index + 40)}…”: ${better}`,
    ),
  );
}

describe('plain English', () => {
  it('is used in every text', () => {
    const found = files.flatMap((file) => findDialect(read(file)).map((phrase) => `${file}: ${phrase}`));
    expect(found).toEqual([]);
    expect(files.length).toBeGreaterThan(1000);
  });

  it('finds a phrase that spans two lines', () => {
    expect(findDialect(' * Checks wait side\n * by side.')).toEqual([expect.stringContaining('in parallel')]);
  });

  it('has a README of at most 150 lines, and a guide for contributors of at most 2,500 words', () => {
    expect(read('README.md').trim().split('\n').length).toBeLessThanOrEqual(150);
    expect(read('CONTRIBUTING.md').trim().split(/\s+/).length).toBeLessThanOrEqual(2500);
  });
});
