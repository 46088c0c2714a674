import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { repositoryRoot } from '../../../../scripts/test/environment.ts';
import { loadRows } from '../../../../src/conformance/registry/registry.ts';

const file = join(repositoryRoot, 'src/conformance/suite/cases/usage/usage.ts');

/** The language service that editors use. */
const service = ts.createLanguageService({
  getCompilationSettings: () => ({
    module: ts.ModuleKind.NodeNext,
    allowImportingTsExtensions: true,
    types: [],
  }),
  getScriptFileNames: () => [file],
  getScriptVersion: () => '1',
  getScriptSnapshot: (path) => {
    const text = ts.sys.readFile(path);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => repositoryRoot,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: ts.sys.fileExists,
  readFile: ts.sys.readFile,
});

it('shows the sentence of a requirement in an editor, at the id that a check declares', () => {
  const sentences = new Map(loadRows().requirements.map(({ id, text }) => [id, text]));
  const declared = [...(ts.sys.readFile(file) ?? '').matchAll(/(?<=R\[')[^']+/g)];
  const shown = declared.map(({ 0: id, index }) => {
    const { documentation } = service.getQuickInfoAtPosition(file, index) ?? {};
    return [id, ts.displayPartsToString(documentation)];
  });
  expect(shown).toEqual(declared.map(([id]) => [id, sentences.get(id)]));
  expect(shown.length).toBeGreaterThan(0);
});
