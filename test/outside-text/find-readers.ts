import { readFileSync } from 'node:fs';
import { globSync } from 'tinyglobby';
import ts from 'typescript';

/** Folders that no outside text reaches: alterations and checks handle parsed values, and the command line has limits. */
const ELSEWHERE = ['src/alterations/**', 'src/cli/**', 'src/conformance/suite/**'];

/** Bytes, or the headers of a message. */
const OUTSIDE_TYPE = /\b(?:Uint8Array|Buffer|RawHeaders)\b|\bRecord<string, string>/;
/** Names of parameters that hold text written by others. */
const OUTSIDE_NAME = /^(?:text|piece|line|value|prompt|instructions|content|origin|host|header|path|target)$/;

/**
 * Lists every exported reader of outside text in the products: the functions, and the classes with a method, that take bytes, headers, or
 * a string with one of the names above.
 */
export function findReaders(): string[] {
  return globSync('src/**/*.ts', { ignore: ELSEWHERE })
    .sort()
    .flatMap((file) => readersIn(file, readFileSync(file, 'utf8')));
}

/** @returns `file#name` of each */
export function readersIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((statement) => {
    if (!isExported(statement)) return [];
    const isReader = ts.isClassDeclaration(statement)
      ? statement.members.some(
          (member) => ts.isMethodDeclaration(member) && isPublic(member) && reads(member),
        )
      : ts.isFunctionDeclaration(statement) && reads(statement);
    const { name } = statement as ts.DeclarationStatement;
    return isReader ? [`${file.replace(/^src\//, '')}#${name?.getText()}`] : [];
  });
}

function reads({ parameters }: ts.SignatureDeclaration): boolean {
  return parameters.some(({ name, type }) => {
    const written = type?.getText() ?? '';
    if (written.includes('=>')) return false;
    return (
      OUTSIDE_TYPE.test(written) || (/\bstring\b(?!\[)/.test(written) && OUTSIDE_NAME.test(name.getText()))
    );
  });
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : [];
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function isPublic(member: ts.MethodDeclaration): boolean {
  return !ts.isPrivateIdentifier(member.name);
}
