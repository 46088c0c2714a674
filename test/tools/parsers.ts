import { loadPrism } from '@ruby/prism';
import { Language, Parser } from 'web-tree-sitter';
import { toolFile } from './programs.ts';

/** Finds the mistakes of syntax in a program: one line for each. */
export type Parse = (program: string) => readonly string[];

/** The parser of Ruby itself. */
export async function rubyParser(): Promise<Parse> {
  const parse = await loadPrism();
  return (program) => parse(program).errors.map(({ message }) => message);
}

/** The grammar of C# that editors use. It knows no types, and accepts a little more than a compiler does. */
export async function csharpParser(): Promise<Parse> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(toolFile('tree-sitter-c-sharp/tree-sitter-c_sharp.wasm')));
  return (program) => {
    const root = parser.parse(program)?.rootNode;
    if (!root) throw new Error('the parser of C# was stopped');
    return root.hasError ? [root.toString()] : [];
  };
}
