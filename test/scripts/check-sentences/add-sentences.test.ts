import { describe, expect, it } from 'vitest';
import { addSentences } from '../../../scripts/check-sentences/add-sentences.ts';

const sentences = new Map([
  ['chats.get.exists', 'A chat is read at GET `/chats/{chat_id}`.'],
  ['chats.get.missing', 'A chat that does not exist is answered 404.'],
  [
    'chats.list.exists',
    `Chats are listed at GET \`/chats\`, ${'which is said at length, '.repeat(5)}as here.`,
  ],
]);

function annotate(lines: readonly string[]): readonly string[] {
  return addSentences('checks.ts', lines.join('\n'), sentences).source.split('\n');
}

interface Case {
  readonly what: string;
  readonly given: readonly string[];
  readonly want: readonly string[];
}

const cases: readonly Case[] = [
  {
    what: 'writes a missing sentence above the id of a check',
    given: ['check({', "  requirements: ['chats.get.exists'],", '});'],
    want: [
      'check({',
      '  // A chat is read at GET `/chats/{chat_id}`.',
      "  requirements: ['chats.get.exists'],",
      '});',
    ],
  },
  {
    what: 'replaces a stale sentence, however many lines it has',
    given: ['check({', '  // A chat is', '  // readable.', "  requirements: ['chats.get.exists'],", '});'],
    want: [
      'check({',
      '  // A chat is read at GET `/chats/{chat_id}`.',
      "  requirements: ['chats.get.exists'],",
      '});',
    ],
  },
  {
    what: 'gives each of several ids a line and its sentence',
    given: ['check({', "  requirements: ['chats.get.exists', 'chats.get.missing', OTHER],", '});'],
    want: [
      'check({',
      '  requirements: [',
      '    // A chat is read at GET `/chats/{chat_id}`.',
      "    'chats.get.exists',",
      '    // A chat that does not exist is answered 404.',
      "    'chats.get.missing',",
      '    OTHER,',
      '  ],',
      '});',
    ],
  },
  {
    what: 'annotates the rows of a table',
    given: ["const ROWS = [{ requirement: 'chats.get.exists', status: 200 }];"],
    want: [
      '// A chat is read at GET `/chats/{chat_id}`.',
      "const ROWS = [{ requirement: 'chats.get.exists', status: 200 }];",
    ],
  },
  {
    what: 'annotates the constants that a check names',
    given: [
      "const MISSING = 'chats.get.missing';",
      'const BY_NAME = {',
      "  get: 'chats.get.exists',",
      '};',
      'check({ requirements: [MISSING, BY_NAME[name]] });',
    ],
    want: [
      '// A chat that does not exist is answered 404.',
      "const MISSING = 'chats.get.missing';",
      'const BY_NAME = {',
      '  // A chat is read at GET `/chats/{chat_id}`.',
      "  get: 'chats.get.exists',",
      '};',
      'check({ requirements: [MISSING, BY_NAME[name]] });',
    ],
  },
  {
    what: 'names the ids where one line holds several',
    given: ["const ROW = { requirement: 'chats.get.exists', other: { requirement: 'chats.get.missing' } };"],
    want: [
      '// chats.get.exists: A chat is read at GET `/chats/{chat_id}`.',
      '// chats.get.missing: A chat that does not exist is answered 404.',
      "const ROW = { requirement: 'chats.get.exists', other: { requirement: 'chats.get.missing' } };",
    ],
  },
  {
    what: 'leaves other ids and comments alone',
    given: [
      '// Only a claim and the id of a check.',
      "check({ id: 'chats.get.exists', requirements: [] });",
      "t.expect('chats.get.exists').succeeds(answer);",
    ],
    want: [
      '// Only a claim and the id of a check.',
      "check({ id: 'chats.get.exists', requirements: [] });",
      "t.expect('chats.get.exists').succeeds(answer);",
    ],
  },
];

describe('addSentences', () => {
  it.each(cases)('$what', ({ given, want }) => {
    expect(annotate(given)).toEqual(want);
  });

  it.each(cases)('adds nothing when it runs again: $what', ({ want }) => {
    expect(annotate(want)).toEqual(want);
  });

  it('breaks a long sentence between words at the width of the repository', () => {
    const comments = annotate(['check({', "    requirements: ['chats.list.exists'],", '});']).slice(1, -2);

    expect(comments.length).toBeGreaterThan(1);
    for (const comment of comments) expect(comment.length).toBeLessThanOrEqual(110);
    expect(comments.map((comment) => comment.replace('    // ', '')).join(' ')).toBe(
      sentences.get('chats.list.exists'),
    );
  });

  it('rejects an id that is computed, and names its line', () => {
    const source = '\ncheck({ requirements: [`chats.$' + '{name}.exists`] });';
    const { problems } = addSentences('checks.ts', source, sentences);
    expect(problems).toEqual([
      'checks.ts:2: write out the ids of the requirements instead of computing them',
    ]);
  });
});
