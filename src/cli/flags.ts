import { DEPTHS } from '../conformance/run/depth.ts';

/** The flags of `check FILE`. */
export const FILE_FLAGS = {
  'files-from': { type: 'string', multiple: 'whole' },
  shard: { type: 'string' },
  format: { type: 'string', choices: ['sse', 'recording', 'har', 'auto'] },
  'permission-mode': { type: 'string', choices: ['manual', 'auto'] },
  partial: { type: 'boolean' },
  reporter: { type: 'string', multiple: 'split' },
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
  only: { type: 'string', multiple: 'split' },
  skip: { type: 'string', multiple: 'split' },
  'only-failed': { type: 'string' },
  watch: { type: 'boolean' },
  require: { type: 'string', multiple: 'split' },
  fast: { type: 'boolean' },
  long: { type: 'boolean' },
  depth: { type: 'string', choices: DEPTHS },
  plan: { type: 'boolean' },
  repeat: { type: 'string' },
  resume: { type: 'string' },
  explore: { type: 'string' },
  seed: { type: 'string' },
  'shrink-turns': { type: 'string' },
  replay: { type: 'string' },
  against: { type: 'string' },
  'against-profile': { type: 'string' },
  concurrency: { type: 'string' },
  'max-turns': { type: 'string' },
  'max-duration': { type: 'string' },
  header: { type: 'string', multiple: 'whole' },
  ca: { type: 'string' },
  reporter: { type: 'string', multiple: 'split' },
  output: { type: 'string' },
  docs: { type: 'string' },
  'known-failures': { type: 'string' },
  remember: { type: 'string' },
  readings: { type: 'boolean' },
  shard: { type: 'string' },
  verbose: { type: 'boolean' },
  'fail-on': { type: 'string', choices: ['warning'] },
} as const;

/** The flags of `check-client`. */
export const CLIENT_FLAGS = {
  journey: { type: 'string', multiple: 'split' },
  world: { type: 'string' },
  listen: { type: 'string' },
  fast: { type: 'boolean' },
  plan: { type: 'boolean' },
  'time-scale': { type: 'string' },
  concurrency: { type: 'string' },
  require: { type: 'string', multiple: 'split' },
  'known-failures': { type: 'string' },
  remember: { type: 'string' },
  shard: { type: 'string' },
  reporter: { type: 'string', multiple: 'split' },
  output: { type: 'string' },
  docs: { type: 'string' },
  verbose: { type: 'boolean' },
  'fail-on': { type: 'string', choices: ['warning'] },
} as const;

/** The flags of `init-client`. */
export const INIT_CLIENT_FLAGS = {
  language: { type: 'string', choices: ['typescript', 'python', 'go'] },
  output: { type: 'string' },
} as const;

/** The flags of `init`. */
export const INIT_FLAGS = {
  'token-file': { type: 'string' },
  output: { type: 'string' },
  ca: { type: 'string' },
} as const;

/** The flags of `serve`. */
export const SERVE_FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  insecure: { type: 'boolean' },
  'allow-host': { type: 'string', multiple: 'split' },
  seed: { type: 'string' },
  'print-seed': { type: 'boolean' },
  data: { type: 'string' },
  'time-scale': { type: 'string' },
  faults: { type: 'boolean' },
  application: { type: 'boolean' },
  'check-models': { type: 'boolean' },
  inspect: { type: 'boolean' },
  break: { type: 'string', multiple: 'split' },
  variant: { type: 'string', multiple: 'split' },
  liberties: { type: 'string' },
  front: { type: 'string' },
  log: { type: 'string', choices: ['json', 'pretty', 'none'] },
  cors: { type: 'string', multiple: 'split' },
  docs: { type: 'boolean' },
} as const;

/** The flags of `rig`. */
export const RIG_FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  insecure: { type: 'boolean' },
  'allow-host': { type: 'string', multiple: 'split' },
  tools: { type: 'string' },
  'time-scale': { type: 'string' },
  inspect: { type: 'boolean' },
} as const;

/** The flags of `record`. */
export const RECORD_FLAGS = {
  target: { type: 'string' },
  port: { type: 'string' },
  output: { type: 'string' },
  host: { type: 'string' },
  insecure: { type: 'boolean' },
  'token-file': { type: 'string', multiple: 'whole' },
  'time-scale': { type: 'string' },
  ca: { type: 'string' },
  sample: { type: 'string' },
  rotate: { type: 'string' },
  disk: { type: 'string' },
  metrics: { type: 'string' },
  log: { type: 'string', choices: ['json', 'pretty'] },
} as const;

/** The flags of `explain`. */
export const EXPLAIN_FLAGS = { docs: { type: 'string' }, json: { type: 'boolean' } } as const;

/** The flags of `list`. */
export const LIST_FLAGS = {
  level: { type: 'string', choices: ['must', 'should', 'client', 'open'], multiple: 'split' },
  json: { type: 'boolean' },
  checks: { type: 'boolean' },
  statements: { type: 'boolean' },
  'open-points': { type: 'boolean' },
  breakages: { type: 'boolean' },
  variants: { type: 'boolean' },
  fronts: { type: 'boolean' },
} as const;

/** The flags of `merge`. */
export const MERGE_FLAGS = {
  'files-from': { type: 'string', multiple: 'whole' },
  reporter: { type: 'string', multiple: 'split' },
  output: { type: 'string' },
  verbose: { type: 'boolean' },
  require: { type: 'string', multiple: 'split' },
  'known-failures': { type: 'string' },
  remember: { type: 'string' },
  'fail-on': { type: 'string', choices: ['warning'] },
} as const;

/** The flags of `history`. */
export const HISTORY_FLAGS = {
  reporter: { type: 'string', multiple: 'split' },
  output: { type: 'string' },
} as const;
