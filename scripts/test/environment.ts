import { delimiter, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/**
 * The environment of every gate and test: the same on a laptop and in CI, without colours, telemetry, update
 * notices or prompts. The programs of node_modules come first on the PATH, so that a gate runs the same programs outside
 * `npm run`.
 */
export function testEnvironment(inherited: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  // FORCE_COLOR would override NO_COLOR, and Node warns if both are set.
  const { FORCE_COLOR: _, ...rest } = inherited;
  return {
    ...rest,
    PATH: [resolve(repositoryRoot, 'node_modules/.bin'), inherited.PATH ?? ''].join(delimiter),
    CI: 'true',
    NO_COLOR: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    SUPPRESS_NO_CONFIG_WARNING: '1',
    SUPPRESS_STRICTNESS_CHECK: '1',
  };
}
