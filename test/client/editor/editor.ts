import { join } from 'node:path';
import ts from 'typescript';

/** What an editor shows about a program. The program marks places: `‹name›` for a hover, and `¦` for completions. */
export interface Editor {
  /** Problems that the compiler reports. */
  readonly problems: readonly string[];
  /** The signature that a hover over the marked name shows, in one line. */
  hover(name: string): string;
  /** Suggestions of the editor at each `¦`, in order. */
  readonly completions: readonly (readonly string[])[];
  /** The types that an entry of the package exports. */
  exportsOf(entry: string): readonly ts.Symbol[];
  readonly checker: ts.TypeChecker;
}

const options: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.esnext.disposable.d.ts'],
  types: [],
};

/** Opens a program in the folder of a project, with the language service that editors use. */
export function openEditor(folder: string, marked: string): Editor {
  const file = join(folder, 'program.ts');
  const { code, names, cursors } = readMarks(marked);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = path === file ? code : ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => path === file || ts.sys.fileExists(path),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    ...(ts.sys.realpath && { realpath: ts.sys.realpath }),
  });
  const program = service.getProgram();
  if (!program) throw new Error('the language service has no program');
  const checker = program.getTypeChecker();
  return {
    checker,
    problems: [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)].map(
      ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '),
    ),
    hover(name) {
      const place = names.get(name);
      const info = place === undefined ? undefined : service.getQuickInfoAtPosition(file, place);
      if (!info) throw new Error(`the program marks no ${name}`);
      return ts.displayPartsToString(info.displayParts).replaceAll(/\s+/g, ' ');
    },
    completions: cursors.map((place) =>
      (service.getCompletionsAtPosition(file, place, {})?.entries ?? []).map(({ name }) => name),
    ),
    exportsOf(entry) {
      const imported = program
        .getSourceFile(file)
        ?.statements.filter(ts.isImportDeclaration)
        .find(({ moduleSpecifier }) => (moduleSpecifier as ts.StringLiteral).text === entry);
      const module = imported && checker.getSymbolAtLocation(imported.moduleSpecifier);
      return module ? checker.getExportsOfModule(module) : [];
    },
  };
}

function readMarks(marked: string) {
  const names = new Map<string, number>();
  const cursors: number[] = [];
  let code = '';
  for (const [part] of marked.matchAll(/‹\w+›|¦|[^‹¦]+/g)) {
    if (part === '¦') cursors.push(code.length);
    else if (part.startsWith('‹')) {
      names.set(part.slice(1, -1), code.length);
      code += part.slice(1, -1);
    } else code += part;
  }
  return { code, names, cursors };
}
