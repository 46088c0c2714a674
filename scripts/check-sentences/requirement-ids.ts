import ts from 'typescript';

/** An id of a requirement in the source of a check. */
export interface RequirementId {
  readonly id: string;
  /** The offset of its string literal in the source. */
  readonly position: number;
}

/** The requirement ids of one source file, in order, and the places where an id is not written out. */
export interface FoundIds {
  readonly ids: readonly RequirementId[];
  /** Offsets of template literals that compute an id. */
  readonly computed: readonly number[];
}

/** Properties that name the requirements of a check, in its declaration or in a table of checks. */
const PROPERTIES = new Set(['requirement', 'requirements']);

/**
 * Finds the ids of the requirements that checks declare: every id in a property named `requirement` or
 * `requirements`, and in the constants of the file that such a property names. Ids elsewhere, such as in the claims
 * of a check, are not declarations.
 *
 * @param known the ids of the registry; other strings are ignored
 */
export function findRequirementIds(file: ts.SourceFile, known: ReadonlySet<string>): FoundIds {
  const constants = topLevelConstants(file);
  const ids = new Map<number, string>();
  const computed = new Set<number>();
  const visited = new Set<ts.Node>();

  const collect = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) && known.has(node.text)) ids.set(node.getStart(file), node.text);
    if (ts.isTemplateExpression(node)) computed.add(node.getStart(file));
    const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
    if (constant && !visited.has(constant)) {
      visited.add(constant);
      collect(constant);
    }
    ts.forEachChild(node, collect);
  };
  const search = (node: ts.Node): void => {
    if (isNamed(node)) collect(ts.isPropertyAssignment(node) ? node.initializer : node.name);
    ts.forEachChild(node, search);
  };
  search(file);

  return {
    ids: [...ids].map(([position, id]) => ({ id, position })).sort((a, b) => a.position - b.position),
    computed: [...computed].sort((a, b) => a - b),
  };
}

function isNamed(node: ts.Node): node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment {
  return (
    (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) &&
    (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) &&
    PROPERTIES.has(node.name.text)
  );
}

function topLevelConstants(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const declarations = file.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations);
  return new Map(
    declarations.flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer ? [[name.text, initializer] as const] : [],
    ),
  );
}
