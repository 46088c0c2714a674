import { readVersion } from '../generated.ts';
import type { ReportHeader } from './model.ts';

/** The first members of every report. */
export function reportHeader<Mode extends ReportHeader['mode']>(
  mode: Mode,
  contract: string,
): ReportHeader & { readonly mode: Mode } {
  return { tool: { name: 'conversation-api', version: readVersion() }, contract, mode };
}
