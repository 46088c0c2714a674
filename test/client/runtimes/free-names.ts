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

/** The compiler's messages about a missing name, or about a member of a known type from a later edition. */
const complaints = [
  /^Cannot find name '(\w+)'/,
  /^No value exists in scope for .* '(\w+)'/,
  /^'(\w+)' only refers to a type/,
  /^Property '(\w+)' does not exist on type '(?:[A-Z]\w\w|\w+\[\])/,
];

/**
 * Lists what a module needs from its runtime beyond ECMAScript 2023, in alphabetical order: names that it neither declares nor
 * imports, members of `globalThis`, and members from later editions.
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
