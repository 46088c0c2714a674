import { DEPTHS } from '../conformance/run/depth.ts';

/** The flags of `check FILE`. */
export const FILE_FLAGS = {
  'files-from': { type: 'string', multiple: true },
  shard: { type: 'string' },
  format: { type: 'string', choices: ['sse', 'recording', 'har', 'auto'] },
  'permission-mode': { type: 'string', choices: ['manual', 'auto'] },
  partial: { type: 'boolean' },
  reporter: { type: 'string' },
  output: { type: 'string' },
  docs: { type: 'string' },
  verbose: { type: 'boolean' },
  'fail-on': { type: 'string', choices: ['warning'] },
  jobs: { type: 'string' },
  'max-event-bytes': { type: 'string' },
  'max-input-bytes': { type: 'string' },
} as const;

/** The flags of `check URL`. */
export const TARGET_FLAGS = {
  profile: { type: 'string' },
  'token-file': { type: 'string' },
  only: { type: 'string', multiple: true },
  skip: { type: 'string', multiple: true },
  require: { type: 'string', multiple: true },
  fast: { type: 'boolean' },
  long: { type: 'boolean' },
  depth: { type: 'string', choices: DEPTHS },
  plan: { type: 'boolean' },
  concurrency: { type: 'string' },
  'max-turns': { type: 'string' },
  'max-duration': { type: 'string' },
  header: { type: 'string' },
  ca: { type: 'string' },
  reporter: { type: 'string' },
  output: { type: 'string' },
  docs: { type: 'string' },
  'known-failures': { type: 'string' },
  shard: { type: 'string' },
  verbose: { type: 'boolean' },
  'fail-on': { type: 'string', choices: ['warning'] },
} as const;
