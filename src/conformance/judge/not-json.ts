import { JsonStructure, NotJsonError } from './json-structure.ts';

/** What is shown of a text before and from the place where it stops being JSON, in UTF-16 code units. */
const LEAD = 40;
const SHOWN = 80;

const TOKEN =
  /([[\]{},:])|("(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*")|([^\t\n\r "[\]{},:]+)/uy;
/** What a token may be that is neither a mark nor a string. */
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)$/;
const SPACE = /[\t\n\r ]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/uy;

/** Shows a text that is not JSON where it stops being JSON, as a JSON string. */
export function describeNotJson(text: string): string {
  const at = endOfJson(text);
  if (at < LEAD) return JSON.stringify(text.slice(0, SHOWN));
  const place = at === text.length ? 'its end' : `character ${at + 1}`;
  return `${JSON.stringify(text.slice(at - LEAD, at + LEAD))}, which is not JSON from ${place} on`;
}

/** Index of the first character that no JSON text has there; the length of a text that only ends too early. */
export function endOfJson(text: string): number {
  const structure = new JsonStructure();
  let at = 0;
  try {
    while (!structure.isComplete) {
      at = skipSpace(text, at);
      TOKEN.lastIndex = at;
      const [token, mark, string, word] = TOKEN.exec(text) ?? [];
      if (token === undefined || (word !== undefined && !SCALAR.test(word)))
        return at + soundBeginning(text, at);
      follow(structure, mark, string);
      at += token.length;
    }
  } catch (error) {
    if (!(error instanceof NotJsonError)) throw error;
  }
  return skipSpace(text, at);
}

const MARKS: Readonly<Record<string, (structure: JsonStructure) => void>> = {
  '{': (structure) => structure.open(false),
  '[': (structure) => structure.open(true),
  '}': (structure) => structure.close(false),
  ']': (structure) => structure.close(true),
  ',': (structure) => structure.comma(),
  ':': (structure) => structure.colon(),
};

function follow(structure: JsonStructure, mark: string | undefined, string: string | undefined): void {
  const step = mark === undefined ? undefined : MARKS[mark];
  if (step) step(structure);
  else if (string !== undefined && structure.expectsName) structure.name();
  else structure.scalar();
}

/** The length of what is sound of a damaged string; 0 for anything else. */
function soundBeginning(text: string, at: number): number {
  STRING.lastIndex = at;
  return STRING.exec(text)?.[0].length ?? 0;
}

function skipSpace(text: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.exec(text);
  return SPACE.lastIndex;
}
