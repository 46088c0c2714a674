import { toolFile } from './programs.ts';

/** Finds the mistakes of syntax in a program: one line for each. */
export type Parse = (program: string) => readonly string[];

interface Prism {
  loadPrism(): Promise<(program: string) => { readonly errors: readonly { readonly message: string }[] }>;
}

interface Node {
  readonly hasError: boolean;
  toString(): string;
}

interface TreeSitter {
  readonly Parser: {
    init(): Promise<void>;
    new (): {
      setLanguage(language: object): void;
      parse(program: string): { readonly rootNode: Node } | null;
    };
  };
  readonly Language: { load(file: string): Promise<object> };
}

/** The parser of Ruby itself. */
export async function rubyParser(): Promise<Parse> {
  const { loadPrism }: Prism = await import(toolFile('@ruby/prism/src/index.js'));
  const parse = await loadPrism();
  return (program) => parse(program).errors.map(({ message }) => message);
}

/** The grammar of C# that editors use. It knows no types, and accepts a little more than a compiler does. */
export async function csharpParser(): Promise<Parse> {
  const { Parser, Language }: TreeSitter = await import(toolFile('web-tree-sitter/web-tree-sitter.js'));
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(toolFile('tree-sitter-c-sharp/tree-sitter-c_sharp.wasm')));
  return (program) => {
    const root = parser.parse(program)?.rootNode;
    if (!root) throw new Error('the parser of C# was stopped');
    return root.hasError ? [root.toString()] : [];
  };
}
