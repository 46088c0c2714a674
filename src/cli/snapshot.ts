import { sanitize } from '../conformance/report/sanitize.ts';
import { copyStore } from '../reference/store/copy-store.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { EXIT, type Io } from './io.ts';

/** `conversation-api snapshot FILE COPY`: copies the data of a server. */
export async function snapshot(args: readonly string[], io: Io): Promise<number> {
  const { positionals } = parseArguments(args, {});
  const [file, copy, ...more] = positionals;
  if (file === undefined || copy === undefined || more.length > 0)
    throw new UsageError('snapshot takes two files: that of serve --data, and one for the copy');
  copyStore(file, copy);
  io.stdout.write(`${sanitize(copy)} has everything that ${sanitize(file)} had\n`);
  return EXIT.ok;
}
