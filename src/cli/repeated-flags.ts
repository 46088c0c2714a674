import { isSecretName } from '../secrets/index.ts';
import type { TargetOptions } from './target-options.ts';

/** The flags that a printed command needs, besides the URL, to run a check as this run did. Tokens are not among them. */
export function flagsToRepeat(options: TargetOptions): string[] {
  const { profile, tokenFile, ca, depth, isLong, against, againstProfile, headers } = options;
  return [
    ...withValue('--against', against),
    ...withValue('--profile', profile),
    ...withValue('--against-profile', againstProfile),
    ...withValue('--token-file', tokenFile),
    ...withValue('--ca', ca),
    ...withValue('--depth', depth),
    ...(isLong ? ['--long'] : []),
    ...Object.entries(headers).flatMap(([name, value]) => [
      '--header',
      `${name}: ${isSecretName(name) ? '…' : value}`,
    ]),
  ];
}

function withValue(flag: string, value: string | undefined): string[] {
  return value === undefined ? [] : [flag, value];
}
