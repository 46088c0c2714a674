import { describe, expect, it } from 'vitest';
import { readExamples } from './example.ts';
import { normalise } from './normalise.ts';
import { composeProgram, splitOutput } from './program.ts';

const page = `# Title

\`\`\`ts
import {
  one,
} from 'one';
const first = one();
\`\`\`

\`\`\`ts
console.log(first);
\`\`\`

\`\`\`text
1
\`\`\`

\`\`\`ts not run: needs a person
const never = 0;
\`\`\`

\`\`\`text
$ conversation-api list
\`\`\`
`;

describe('the examples of a page', () => {
  const examples = readExamples(page);

  it('are run unless they say why not, and show their output', () => {
    expect(examples.map(({ line, kind, shown }) => ({ line, kind, shown }))).toEqual([
      { line: 3, kind: 'program', shown: '' },
      { line: 10, kind: 'program', shown: '1\n' },
      { line: 18, kind: 'not run', shown: '' },
    ]);
  });

  it.each(['not run', 'not run:', 'later'])('must not be excluded by "%s"', (note) => {
    expect(() => readExamples(`\`\`\`ts ${note}\n\`\`\`\n`)).toThrow(`line 1: a TypeScript block is run`);
  });

  it('form one program, with every line at its place on the page', () => {
    const lines = composeProgram(examples.slice(0, 2)).split('\n');
    expect(lines[0]).toBe("import {   one, } from 'one'; export {};");
    expect(lines.indexOf('const first = one();') + 1).toBe(7);
    expect(lines.slice(9, 12)).toEqual([
      expect.stringMatching(/^\{ console\.log/),
      'console.log(first);',
      '}',
    ]);
  });

  it('have their output separated by line', () => {
    expect([...splitOutput('\u001e3\n\u001e10\n1\n2\n')]).toEqual([
      [3, ''],
      [10, '1\n2\n'],
    ]);
  });
});

it('varying values have the same name only if they are equal', () => {
  const [one, two] = ['0b8f4a52-6c1d-4f0e-9a57-3d2c8e71b604', '7d8f1c52-3c8e-4c55-9a0e-8f5f0a1b2c3d'];
  expect(normalise(`${one} ${two} ${one} \nat 2026-11-21T16:35:02.911Z`)).toBe(
    '<uuid 1> <uuid 2> <uuid 1>\nat <time 1>',
  );
});
