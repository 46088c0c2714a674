import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** What the types of an entry describe: a module, or a file that can be required as well as imported. */
type ModuleKind = 'module' | 'commonjs';

const extensions = {
  module: { code: '.js', types: '.d.ts' },
  commonjs: { code: '.cjs', types: '.d.cts' },
};

/**
 * Writes the types of an entry below src and of the modules that its types refer to, one file each. Other modules are left out, so
 * that a consumer's compiler reads no types that only the code needs.
 * @param entry path below src, without extension
 * @throws Error when a type has to be inferred from another file, or comes from a package, which consumers do not have.
 */
export function writeDeclarations(entry: string, kind: ModuleKind, folder: string): void {
  const { code, types } = extensions[kind];
  const modules = new Set([`${entry}.ts`]);
  for (const module of modules) {
    const text = declare(`src/${module}`);
    const imports = ts.preProcessFile(text).importedFiles;
    for (const { fileName } of imports) {
      if (!fileName.startsWith('.')) {
        throw new Error(`src/${module}: its types come from ${fileName}, which consumers do not have`);
      }
      if (fileName.endsWith('.ts')) modules.add(join(dirname(module), fileName));
    }
    const target = join(folder, module.replace(/\.ts$/, types));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text.replaceAll(/(from '\.[^']*)\.ts'/g, `$1${code}'`));
  }
}

function declare(file: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: { target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true },
  });
  const [problem] = diagnostics;
  if (problem) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  return withoutTwins(outputText);
}

/** TypeScript 5.9 declares a method with a computed name twice, first as a property, when it sees one file alone. */
function withoutTwins(text: string): string {
  const twins: ts.Node[] = [];
  const file = ts.createSourceFile('twins.d.ts', text, ts.ScriptTarget.ES2023);
  ts.forEachChild(file, (node) => {
    if (!ts.isClassDeclaration(node)) return;
    const methods = new Set(node.members.filter(ts.isMethodDeclaration).map((it) => it.name.getText(file)));
    const properties = node.members.filter(ts.isPropertyDeclaration);
    twins.push(...properties.filter(({ name }) => methods.has(name.getText(file))));
  });
  return twins.reduceRight((rest, { pos, end }) => rest.slice(0, pos) + rest.slice(end), text);
}
