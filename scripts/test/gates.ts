import type { Extra } from './extras.ts';

/** A command that must succeed; it counts as one test. */
export interface Gate {
  /** Unique, kebab-case: `npm test -- <name>` runs this gate alone. */
  readonly name: string;
  /** A program of node_modules/.bin (or `node`) and its arguments, run in the repository's root without a shell. */
  readonly command: readonly [program: string, ...args: string[]];
  /** The folders whose packages the gate needs. */
  readonly needs?: readonly Extra[];
}

/** Lets the compiler skip what has not changed since its last run. */
const incremental = (name: string) => [
  '--noEmit',
  '--incremental',
  '--tsBuildInfoFile',
  `node_modules/.cache/${name}.tsbuildinfo`,
];

/** In running order: gates that are quick and fail often come first. */
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
  { name: 'types', command: ['tsc', ...incremental('types')], needs: ['test/tools'] },
  {
    name: 'types-of-the-portal',
    command: ['tsc', '--project', 'portal', ...incremental('portal')],
    needs: ['portal'],
  },
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
];
