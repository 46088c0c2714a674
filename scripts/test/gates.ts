/** A command that must succeed; it counts as one test. */
export interface Gate {
  /** Unique, kebab-case: `npm test -- <name>` runs this gate alone. */
  readonly name: string;
  /** A program of node_modules/.bin (or `node`) and its arguments, run in the repository's root without a shell. */
  readonly command: readonly [program: string, ...args: string[]];
  /** Variables that it sets on top of the environment of every gate. */
  readonly env?: Readonly<Record<string, string>>;
  /** The files that can change its result, besides those that its command names. Any file by default. */
  readonly reads?: RegExp;
  /** If it looks at each file alone: arguments that limit it to the changed files. */
  readonly onlyFiles?: (changed: readonly string[]) => readonly string[];
  /** Only `npm run test:all` runs it, after all tests. */
  readonly isOuter?: true;
  /** Its output is shown even if it passes. */
  readonly isShown?: true;
}

/** The native compiler. It has no library, so tools that need one use the package `typescript`, whose program has the same name. */
const tsc = 'node_modules/typescript-native/bin/tsc';
/** Keeps what the compiler has seen, so that it only looks at changed files again. */
const incremental = ['--incremental', '--tsBuildInfoFile', 'reports/types.tsbuildinfo'];

const SOURCES = /^(src|scripts|test|generated)\/|^(package(-lock)?|tsconfig)\.json$|^vitest\.config\.ts$/;
/** These decide what biome reports of any file. */
const BIOME = /^(biome\.json|\.gitignore|scripts\/lint\/.*)$/;
const CONTRACT = /^(spec|generated|scripts)\/|^redocly\.yaml$|^package-lock\.json$/;

/** In running order. Two of them take about fifteen seconds and start early, so that the others fill the second core. */
export const gates: readonly Gate[] = [
  {
    name: 'biome',
    command: ['biome', 'check', '--error-on-warnings'],
    onlyFiles: (changed) =>
      changed.some((file) => BIOME.test(file))
        ? []
        : ['--no-errors-on-unmatched', '--files-ignore-unknown=true', ...changed],
  },
  {
    name: 'walls',
    command: ['node', 'scripts/architecture.ts', '--check'],
    reads: /^(src|scripts|spec)\/|^\.dependency-cruiser\.mjs$|^docs\/architecture\.md$/,
  },
  {
    name: 'generated-is-current',
    command: ['node', 'scripts/generate.ts', '--check'],
    // The committed files were built elsewhere, so a build depends on neither the time zone nor the language. No gate before this one
    // builds the contract, so nothing is reused here.
    env: { TZ: 'Pacific/Auckland', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' },
    reads: /^(spec|generated|scripts\/generate|scripts\/parity)\/|^docs\/(open-points|errors)\.md$/,
  },
  // The ids of checks and alterations are part of it.
  {
    name: 'compatibility',
    command: ['node', 'scripts/compatibility.ts'],
    reads: /^(spec|generated|scripts|src)\//,
  },
  { name: 'types', command: ['node', tsc, '--singleThreaded', ...incremental], reads: SOURCES },
  {
    name: 'types-of-the-portal',
    command: ['node', tsc, '--singleThreaded', '--project', 'portal'],
    reads: /^(portal|src|generated)\/|^tsconfig\.json$/,
  },
  {
    name: 'regular-expressions',
    command: ['node', 'scripts/regular-expressions.ts'],
    reads: /^(src|generated|portal\/elements|scripts\/regular-expressions)\//,
  },
  // Tests examine what this run keeps.
  {
    name: 'sound-server',
    command: ['node', 'scripts/sound-server.ts'],
    reads: /^(src|generated|scripts\/(ledger|simulation))\//,
  },
  { name: 'knip', command: ['knip'], reads: /\.(ts|mjs|json|astro)$/ },
  { name: 'documents-lint', command: ['node', 'scripts/lint-documents.ts'], reads: CONTRACT },
  {
    name: 'asyncapi-validate',
    command: ['asyncapi', 'validate', 'spec/asyncapi/asyncapi.yaml', '--fail-severity=warn'],
    reads: /^spec\/(asyncapi|schemas|examples)\//,
  },
  {
    name: 'asyncapi-bundle-validate',
    command: ['asyncapi', 'validate', 'generated/asyncapi.yaml', '--fail-severity=warn'],
    reads: /^generated\/asyncapi\.yaml$/,
  },
  // `npm run build` and the tools that need a library read the sources with this version.
  {
    name: 'types-by-the-library',
    command: ['node', 'node_modules/typescript/bin/tsc'],
    isOuter: true,
  },
  {
    name: 'ledger-of-the-change',
    command: ['node', 'scripts/ledger.ts', '--changed'],
    isOuter: true,
    isShown: true,
  },
];
