/**
 * `npm run where -- ID`: says where a check, a breakage, a variant or anything with an id in spec/ is declared, and what belongs to it. Many
 * ids are made from parts, so searching for their text finds nothing. With --all it prints a line for each check, breakage and variant, and
 * with --files a table of the files of checks, as JSON. Exits 1 if there is no such id.
 */
import bindings from '../generated/bindings.json' with { type: 'json' };
import { readPositionals, refuseArguments } from './read-arguments.ts';
import { placeInSpec } from './where/in-spec.ts';
import { notePlaces, type Place, placesOf } from './where/note-places.ts';

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly requirements: readonly string[];
  readonly places: readonly Place[];
  /** The member of a request that a derived check is about. */
  readonly member?: string;
}

const { values, positionals } = readPositionals({ all: { type: 'boolean' }, files: { type: 'boolean' } });
if (!values.all && !values.files && positionals.length !== 1)
  refuseArguments('Give one id, --all or --files.');
const entries = await readEntries();
if (values.files) console.log(JSON.stringify(filesOfChecks()));
else if (values.all) for (const { kind, id, places } of entries) console.log(kind, id, nameOf(places[0]));
else process.exitCode = describe(String(positionals[0]));

async function readEntries(): Promise<readonly Entry[]> {
  notePlaces();
  const { CHECKS } = await import('../src/conformance/suite/index.ts');
  const { ALL_BREAKAGES } = await import('../src/alterations/breakages/index.ts');
  const { VARIANTS } = await import('../src/alterations/variants/index.ts');
  const placed = (kind: string, each: { readonly id: string }, requirements: readonly string[]): Entry => ({
    id: each.id,
    kind,
    requirements: [...new Set(requirements)],
    places: placesOf(each),
  });
  return [
    ...CHECKS.map((each) => {
      const { operation, member } = { operation: undefined, member: undefined, ...each.situations?.[0] };
      const isDerived = operation !== undefined && member !== undefined;
      return {
        ...placed('check', each, each.requirements),
        ...(isDerived && { member: `${operation}.${member}` }),
      };
    }),
    ...ALL_BREAKAGES.map((each) => placed('breakage', each, [each.requirement])),
    ...VARIANTS.map((each) => placed('variant', each, [each.openPoint])),
  ];
}

/** The files of the checks, by the shortest beginning of ids that is in one file only: the ids alone would be seven times as long. */
function filesOfChecks(): Readonly<Record<string, string>> {
  const checks = entries.flatMap(({ kind, id, places: [place] }) =>
    kind === 'check' && place ? [{ file: place.file, beginnings: beginningsOf(id) }] : [],
  );
  const filesBelow = new Map<string, Set<string>>();
  for (const { file, beginnings } of checks)
    for (const beginning of beginnings)
      filesBelow.set(beginning, (filesBelow.get(beginning) ?? new Set()).add(file));
  return Object.fromEntries(
    checks.map(({ file, beginnings }) => [
      beginnings.find((beginning) => filesBelow.get(beginning)?.size === 1) ?? beginnings.at(-1),
      file,
    ]),
  );
}

/** @returns for `a.b.c`: `a`, `a.b` and `a.b.c` */
function beginningsOf(id: string): readonly string[] {
  return id.split('.').map((_, index, words) => words.slice(0, index + 1).join('.'));
}

/** @returns the exit code */
function describe(id: string): number {
  const inSpec = placeInSpec(id);
  const found = entries.filter((each) => each.id === id);
  if (inSpec === undefined && found.length === 0) {
    const like = entries.filter((each) => each.id.includes(id)).slice(0, 5);
    console.error(`there is no id ${id}${like.map((each) => `\n  perhaps ${each.id}`).join('')}`);
    return 1;
  }
  if (inSpec !== undefined) {
    print('declared', inSpec);
    for (const { fact, operation, member } of bindings.filter(({ requirement }) => requirement === id))
      print('decides', `${fact} of ${member === undefined ? operation : `${operation}.${member}`}`);
    for (const each of entries.filter(({ requirements }) => requirements.includes(id)))
      print(each.kind, `${each.id}  ${nameOf(each.places[0])}`);
  }
  for (const { places, requirements, member } of found) {
    for (const place of places) print('declared', nameOf(place));
    for (const requirement of requirements) {
      const facts = bindings.filter(
        (each) => each.requirement === requirement && `${each.operation}.${each.member}` === member,
      );
      const decides =
        facts.length > 0 ? `, decides ${facts.map(({ fact }) => fact).join(', ')} of ${member}` : '';
      print('about', `${requirement}  ${placeInSpec(requirement) ?? ''}${decides}`);
    }
  }
  return 0;
}

function print(word: string, text: string): void {
  console.log(`${word.padEnd(9)} ${text}`);
}

function nameOf(place: Place | undefined): string {
  return place === undefined
    ? 'nowhere'
    : `${place.file}:${place.line}${place.function ? ` (${place.function})` : ''}`;
}
