import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

function generate(...args: string[]) {
  return spawnSync(process.execPath, ['scripts/generate.ts', ...args], { cwd: root, encoding: 'utf8' });
}

describe('generated/', () => {
  it('accepts only --check, and names any other argument', () => {
    const { status, stderr } = generate('--chek');
    expect(stderr).toBe("Unknown option '--chek'. Known: --check.\n");
    expect(status).toBe(2);
  });

  // The compiler ignores errors in declaration files, in this repository and for most users.
  it('declares types without an error', () => {
    const files = ['types', 'methods', 'error-kinds', 'event-types', 'validators', 'explain'].map(
      (name) => `${root}generated/${name}.d.ts`,
    );
    const program = ts.createProgram(files, {
      strict: true,
      exactOptionalPropertyTypes: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      types: [],
      noEmit: true,
    });
    const messages = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => file === undefined || files.includes(file.fileName))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    expect(messages).toEqual([]);
  });
});
