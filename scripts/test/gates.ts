/** A command that must succeed; it counts as one test. */
export interface Gate {
  /** Unique, kebab-case: `npm test -- <name>` runs this gate alone. */
  readonly name: string;
  /** A program of node_modules/.bin (or `node`) and its arguments, run in the repository's root without a shell. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Only `npm run test:all` runs it, after all tests. */
  readonly isOuter?: true;
  /** Its output is shown even if it passes. */
  readonly isShown?: true;
}

/** The native compiler. It has no library, so tools that need one use the package `typescript`, whose program has the same name. */
const tsc = 'node_modules/typescript-native/bin/tsc';

/** In running order. Two of them take about fifteen seconds and start early, so that the others fill the second core. */
export const gates: readonly Gate[] = [
  {
    name: 'biome',
    command: ['biome', 'check', '--error-on-warnings'],
  },
  {
    name: 'walls',
    command: ['depcruise', 'src', 'scripts', 'spec'],
  },
  { name: 'generated-is-current', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'compatibility', command: ['node', 'scripts/compatibility.ts'] },
  { name: 'types', command: ['node', tsc, '--singleThreaded'] },
  { name: 'types-of-the-portal', command: ['node', tsc, '--singleThreaded', '--project', 'portal'] },
  { name: 'regular-expressions', command: ['node', 'scripts/regular-expressions.ts'] },
  // Tests examine what this run keeps.
  { name: 'sound-server', command: ['node', 'scripts/sound-server.ts'] },
  { name: 'knip', command: ['knip'] },
  { name: 'documents-lint', command: ['node', 'scripts/lint-documents.ts'] },
  {
    name: 'asyncapi-validate',
    command: ['asyncapi', 'validate', 'spec/asyncapi/asyncapi.yaml', '--fail-severity=warn'],
  },
  {
    name: 'asyncapi-bundle-validate',
    command: ['asyncapi', 'validate', 'generated/asyncapi.yaml', '--fail-severity=warn'],
  },
  // `npm run build` and the tools that need a library read the sources with this version.
  { name: 'types-by-the-library', command: ['node', 'node_modules/typescript/bin/tsc'], isOuter: true },
  { name: 'whole-ledger', command: ['node', 'scripts/ledger.ts'], isOuter: true, isShown: true },
];
