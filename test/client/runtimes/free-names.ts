import ts from 'typescript';

const options: ts.CompilerOptions = {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.es2023.d.ts'],
  types: [],
};

/** How the compiler complains of what is not there: a name, or, where it knows the type, a member of a later edition. */
const complaints = [
  /^Cannot find name '(\w+)'/,
  /^No value exists in scope for .* '(\w+)'/,
  /^'(\w+)' only refers to a type/,
  /^Property '(\w+)' does not exist on type '(?:[A-Z]\w\w|\w+\[\])/,
];

/**
 * What a module asks of its runtime beyond ECMAScript 2023: names that it uses and neither declares nor imports, members of
 * `globalThis`, and what later editions added, in alphabetical order.
 */
export function findFreeNames(file: string): string[] {
  const program = ts.createProgram([file], options);
  const source = program.getSourceFile(file);
  const missing = program.getSemanticDiagnostics(source).flatMap(({ messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, ' ');
    return complaints.flatMap((complaint) => complaint.exec(text)?.[1] ?? []);
  });
  const members = [...(source?.text.matchAll(/\bglobalThis\b(?:\??\.(\w+))?/g) ?? [])];
  const names = [...missing, ...members.map(([whole, member]) => member ?? whole)];
  return [...new Set(names)].sort();
}
