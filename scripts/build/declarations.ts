import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import manifest from '../../package.json' with { type: 'json' };
import { COMMONJS } from './modules.ts';

/**
 * The kind of an entry: a module, a file that can be required or imported, or a file in the folder of CommonJS. That folder also has copies of
 * the generated types, since TypeScript refuses types of modules in types of CommonJS.
 */
type Kind = 'module' | 'commonjs' | 'commonjs-folder';

const extensions = {
  module: { code: '.js', types: '.d.ts' },
  commonjs: { code: '.cjs', types: '.d.cts' },
  'commonjs-folder': { code: '.js', types: '.d.ts' },
};

/**
 * Writes the types of an entry below src and of the modules that its types refer to, one file each. Other modules are left out, so
 * that a consumer's compiler reads no types that only the code needs.
 * @param entry path below src, without extension
 * @throws Error when a type has to be inferred from another file, or comes from a package that is no peer dependency.
 */
export function writeDeclarations(entry: string, kind: Kind, folder: string): void {
  const { code, types } = extensions[kind];
  const isApart = kind === 'commonjs-folder';
  const root = isApart ? join(folder, COMMONJS) : folder;
  const modules = new Set([`${entry}.ts`]);
  for (const module of modules) {
    const text = declare(`src/${module}`);
    for (const fileName of importsOf(text)) {
      if (Object.hasOwn(manifest.peerDependencies, fileName)) continue;
      if (!fileName.startsWith('.')) {
        throw new Error(`src/${module}: its types come from ${fileName}, which consumers do not have`);
      }
      if (fileName.endsWith('.ts')) modules.add(join(dirname(module), fileName));
      else if (isApart) copyGenerated(join(dirname(module), fileName.replace('../', '')), root);
    }
    const named = text
      .replaceAll(/(from '\.[^']*)\.ts'/g, `$1${code}'`)
      // TypeScript 4.9 does not know `export type *`, and in types it means the same.
      .replaceAll(/^export type \*/gm, 'export *');
    const placed = isApart ? named.replaceAll(/(from ')\.\.\/([./]*generated\/)/g, '$1$2') : named;
    write(join(root, module.replace(/\.ts$/, types)), placed);
  }
}

/** Copies generated types and the types they refer to. @param file path below the repository, of the code */
export function copyGenerated(file: string, root: string): void {
  const types = file.replace(/\.js$/, '.d.ts');
  const text = readFileSync(types, 'utf8');
  write(join(root, types), text);
  for (const fileName of importsOf(text)) copyGenerated(join(dirname(file), fileName), root);
}

function importsOf(text: string): readonly string[] {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
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

/** If TypeScript 5.9 sees one file alone, it declares a method with a computed name twice, first as a property. */
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
