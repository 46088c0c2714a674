import { readGenerated } from '../generated.ts';
import type { ReportHeader } from './model.ts';

/** The first members of every report. */
export function reportHeader<Mode extends ReportHeader['mode']>(
  mode: Mode,
  contract: string,
): ReportHeader & { readonly mode: Mode } {
  return { tool: { name: 'conversation-api', version: readVersion() }, contract, mode };
}

/** The version of this package. Its manifest lies beside the folder generated, in the repository and in the package. */
function readVersion(): string {
  return readGenerated<{ readonly version: string }>('../package.json').version;
}
