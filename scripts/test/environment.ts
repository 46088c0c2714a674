import { delimiter, resolve } from 'node:path';

export const repositoryRoot = resolve(import.meta.dirname, '../..');

/**
 * The environment every gate and test runs in: the same on a laptop and in CI, without colours, telemetry, update
 * notices or questions. The repository's own programs come first on the PATH, so that a gate means the same outside
 * `npm run`.
 */
export function testEnvironment(inherited: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  // FORCE_COLOR would win over NO_COLOR, and Node warns when it finds both.
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
