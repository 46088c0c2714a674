import ts from 'typescript';

/** The output of openapi-typescript, with the types of the components separated. */
export interface HoistedSchemas {
  /** Paths, operations and components, which refer to the types by name. */
  readonly rest: string;
  /** An interface for each object among the components, and an alias for each other type. */
  readonly types: string;
}

/** Takes the schemas out of `components`, so that each is a separate type and editors show its name. */
export function hoistSchemas(code: string): HoistedSchemas {
  const file = ts.createSourceFile('types.d.ts', code, ts.ScriptTarget.ES2023);
  const schemas = membersOf(file)
    .filter((node): node is ts.PropertySignature => ts.isPropertySignature(node))
    .map((member) => ({
      name: (member.name as ts.Identifier | ts.StringLiteral).text,
      member,
      type: member.type as ts.TypeNode,
    }));
  const types = schemas.map(({ name, member, type }) => {
    const comment = member.getFullText(file).slice(0, member.getLeadingTriviaWidth(file)).trim();
    const head = ts.isTypeLiteralNode(type) ? `export interface ${name} ` : `export type ${name} = `;
    const end = ts.isTypeLiteralNode(type) ? '' : ';';
    const text = `${comment === '' ? '' : `${comment}\n`}${head}${type.getText(file)}${end}`;
    return `${text.replaceAll(/^ {8}/gm, '')}\n`;
  });
  const rest = schemas.reduceRight(
    (text, { name, member, type }) =>
      `${text.slice(0, member.pos)}\n        ${name}: ${name};${text.slice(type.end + 1)}`,
    code,
  );
  return { rest: withoutTags(byName(rest)), types: byName(types.join('\n')) };
}

/** Editors show a description with its tag. Without the tag, they show it as the text of the comment. */
function withoutTags(code: string): string {
  return (
    code
      .replaceAll(/(\/\*\*(?:\n +\*)?) @description /g, '$1 ')
      .replaceAll(/^( +\*) @description /gm, '$1\n$1 ')
      // openapi-typescript indents the paragraphs after the first, and editors show that as code.
      .replaceAll(/^( +\*) {5}(?=\S)/gm, '$1 ')
  );
}

function membersOf(file: ts.SourceFile): readonly ts.TypeElement[] {
  const components = file.statements.find(
    (node): node is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(node) && node.name.text === 'components',
  );
  const schemas = components?.members.find((member) => member.name?.getText(file) === 'schemas');
  return schemas && ts.isPropertySignature(schemas) && schemas.type && ts.isTypeLiteralNode(schemas.type)
    ? schemas.type.members
    : [];
}

function byName(code: string): string {
  return code.replaceAll(/components\["schemas"\]\["(\w+)"\]/g, '$1');
}
