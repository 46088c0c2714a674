import ts from 'typescript';

/** A regular expression of the sources. */
export interface Expression {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

export interface Found {
  readonly literals: readonly Expression[];
  /** Places where `RegExp` builds an expression that is unknown until the program runs. */
  readonly computed: readonly { readonly file: string; readonly line: number }[];
}

/** Finds the regular expressions in a source file. */
export function findExpressions(file: string, text: string): Found {
  const root = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const literals: Expression[] = [];
  const computed: { file: string; line: number }[] = [];
  const visit = (node: ts.Node): void => {
    const line = root.getLineAndCharacterOfPosition(node.getStart(root)).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      literals.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isRegExp(node.expression)) {
      const [source, flags] = node.arguments ?? [];
      if (source && ts.isStringLiteralLike(source) && (!flags || ts.isStringLiteralLike(flags)))
        literals.push({ file, line, source: source.text, flags: flags?.text ?? '' });
      else computed.push({ file, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return { literals, computed };
}

function isRegExp(node: ts.Expression): boolean {
  return ts.isIdentifier(node) && node.text === 'RegExp';
}
