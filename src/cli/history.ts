import { readHistory } from '../conformance/report/history/read-history.ts';
import { renderHistory, reportHistory } from '../conformance/report/history/render.ts';
import { summariseHistory } from '../conformance/report/history/trends.ts';
import type { PrettyOptions } from '../conformance/report/pretty.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { HISTORY_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { publish } from './publish.ts';
import { readUserFile } from './read-user-file.ts';
import { ensurePlaces, OF_HISTORY, type Reporter, readReporters } from './reporters.ts';

/** `conversation-api history FILE`: shows how requirements developed over the runs that `--remember` wrote. */
export async function history(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, HISTORY_FLAGS);
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0)
    throw new UsageError('history takes one file, which --remember wrote; see history --help');
  const places = readReporters(values.reporter, values.output, OF_HISTORY);
  await ensurePlaces(places, [file]);
  const remembered = readHistory(readUserFile(file), file);
  const render = async (reporter: Reporter, options: PrettyOptions) => {
    if (reporter === 'json')
      return (await import('../conformance/report/json.ts')).renderJson(reportHistory(remembered));
    if (reporter === 'html')
      return (await import('../conformance/report/history/html.ts')).renderHistoryHtml(remembered);
    return renderHistory(remembered, options.paint ? { paint: options.paint } : {});
  };
  await publish(render, places, { isVerbose: false }, summariseHistory(remembered), io);
  return EXIT.ok;
}
