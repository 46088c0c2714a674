import { globSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import ts from 'typescript';

/** As strict as a reader's project may be. Generated files are never compiled more strictly. */
export const strictOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noPropertyAccessFromIndexSignature: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  verbatimModuleSyntax: true,
};

export interface Diagnostic {
  /** Relative to the root, with slashes; empty for a diagnostic without a file. */
  readonly file: string;
  readonly code: number;
  readonly text: string;
}

/** Compiles every TypeScript file below a folder in one program, and returns the diagnostics of the compiler. */
export function compile(root: string): readonly Diagnostic[] {
  const files = globSync(['src/**/*.ts', 'checks/**/*.ts'], { cwd: root }).map((file) => resolve(root, file));
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, strictOptions))
    .map(({ file, code, messageText }) => ({
      file: file === undefined ? '' : relative(root, file.fileName).replaceAll(sep, '/'),
      code,
      text: ts.flattenDiagnosticMessageText(messageText, '\n'),
    }));
}
