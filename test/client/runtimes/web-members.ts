import { sep } from 'node:path';
import ts from 'typescript';

/** Without Node's types, each web standard is declared in the library of the DOM. */
const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

/**
 * Lists which members of web standards the modules read, such as `AbortSignal.aborted`, with the files that read them. It finds each use
 * that the compiler sees: `signal.reason`, `signal?.reason` and `const { reason } = signal`.
 * @param entries files whose imports are looked at too
 * @param folders absolute; modules outside are not looked at
 */
export function findWebMembers(
  entries: readonly string[],
  folders: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const program = ts.createProgram(entries, options);
  const checker = program.getTypeChecker();
  const found = new Map<string, Set<string>>();
  for (const source of program.getSourceFiles()) {
    if (!folders.some((folder) => source.fileName.startsWith(folder + sep))) continue;
    const note = (type: ts.Type, name: string) => {
      const member = nameMember(checker.getNonNullableType(type), name);
      if (member) found.set(member, (found.get(member) ?? new Set()).add(source.fileName));
    };
    const visit = (node: ts.Node) => {
      if (ts.isPropertyAccessExpression(node))
        note(checker.getTypeAtLocation(node.expression), node.name.text);
      if (ts.isObjectBindingPattern(node)) {
        for (const { propertyName, name } of node.elements)
          note(checker.getTypeAtLocation(node), (propertyName ?? name).getText());
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** Names a member that is declared in the library of the DOM. The names of globals are for `findFreeNames`. */
function nameMember(type: ts.Type, name: string): string | undefined {
  const [declaration] = type.getProperty(name)?.declarations ?? [];
  if (!declaration?.getSourceFile().fileName.includes('lib.dom')) return undefined;
  const { parent } = declaration;
  if (ts.isInterfaceDeclaration(parent)) return `${parent.name.text}.${name}`;
  // A constructor is a variable whose type lists the static members.
  return ts.isTypeLiteralNode(parent) && ts.isVariableDeclaration(parent.parent)
    ? `${parent.parent.name.getText()}.${name}`
    : undefined;
}
