import { registerHooks } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The modules that declare checks and alterations, and the functions of each that declare one. */
const DECLARING: Readonly<Record<string, readonly string[]>> = {
  'src/conformance/suite/check-kit/check.ts': ['check'],
  'src/alterations/alteration.ts': ['breakage', 'variant'],
};
const ROOT = new URL('../../', import.meta.url);

/** Folders whose functions declare entries for others, such as `checkProbes`. */
const SHARED = [
  'src/conformance/suite/check-kit/',
  'src/alterations/decorators/',
  'src/alterations/breakages/kinds/',
];

/** Marks the module itself, for its stand-in. */
const ITSELF = '?itself';

/** A place in a source file, and the function that it belongs to. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly function?: string;
}

/** A member, so that a copy of an entry has it too. */
const PLACES = Symbol('places');

/** Where an entry was declared: the call first, then the calls that led to it, within `src`. */
export function placesOf(entry: object): readonly Place[] {
  return (entry as { readonly [PLACES]?: readonly Place[] })[PLACES] ?? [];
}

/** Notes the place of each check and alteration that is declared from now on. Call it before they are imported. */
export function notePlaces(): void {
  const standIns = new Map(
    Object.entries(DECLARING).map(([file, names]) => [new URL(file, ROOT).href, names] as const),
  );
  Object.assign(globalThis, { [NOTE]: note });
  registerHooks({
    load(url, context, next) {
      const names = standIns.get(url);
      if (names === undefined) return next(url, context);
      return { format: 'module', shortCircuit: true, source: standInFor(url, names) };
    },
  });
}

const NOTE = 'notePlaceOfDeclaration';

/** A module that exports the same as the other, with functions that note from where they are called. */
function standInFor(url: string, names: readonly string[]): string {
  const own = names.map((name) => `export const ${name} = (...args) => ${NOTE}(itself.${name}(...args));`);
  return [`import * as itself from '${url}${ITSELF}';`, `export * from '${url}${ITSELF}';`, ...own].join(
    '\n',
  );
}

function note<Entry extends object>(entry: Entry): Entry {
  const all = stackHere().filter(({ file }) => file.startsWith('src/') && !(file in DECLARING));
  const own = all.filter(({ file }) => !SHARED.some((folder) => file.startsWith(folder)));
  const isNew = ({ file, line }: Place, at: number) =>
    own.findIndex((each) => each.file === file && each.line === line) === at;
  return Object.assign(entry, { [PLACES]: own.filter(isNew) });
}

function stackHere(): readonly Place[] {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = (_, sites) =>
    sites.map((site) => ({
      file: pathOf(site.getFileName() ?? ''),
      line: site.getLineNumber() ?? 0,
      ...(site.getFunctionName() && { function: site.getFunctionName() }),
    }));
  const { stack } = new Error() as unknown as { readonly stack: readonly Place[] };
  Object.assign(Error, { prepareStackTrace, stackTraceLimit });
  return stack;
}

function pathOf(url: string): string {
  return url.startsWith('file:') ? relative(fileURLToPath(ROOT), fileURLToPath(url)) : url;
}
