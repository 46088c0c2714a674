import { statSync } from 'node:fs';
import { COMMAND } from '../conformance/commands.ts';
import { readBounded } from '../conformance/files/read-bounded.ts';
import { parseArguments, UsageError } from './arguments.ts';
import { requireWebUrl } from './base-url.ts';
import { INIT_FLAGS } from './flags.ts';
import { EXIT, type Io } from './io.ts';
import { readUserFile } from './read-user-file.ts';

/** `conversation-api init URL`: writes a first profile from the catalog of a live server. */
export async function init(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArguments(args, INIT_FLAGS);
  const { ca, 'token-file': tokenFile } = values;
  const [url, ...more] = positionals;
  if (url === undefined || more.length > 0)
    throw new UsageError('init needs one URL, the base of a server before /api/v1; see init --help');
  requireWebUrl(url);
  const { ensureWritable, writeReport } = await import('../conformance/recordings/output-file.ts');
  if (values.output !== undefined) {
    ensureWritable(values.output, []);
    ensureNew(values.output);
  }
  const { sanitize } = await import('../conformance/report/sanitize.ts');
  const suite = await import('../conformance/api/bundle.ts');
  const { baseUrl, credentials } = suite.basicProfile({
    target: url,
    token: tokenFile === undefined ? undefined : readUserFile(tokenFile, '--token-file').trim(),
    environment: process.env,
    readFile: readBounded,
  });
  const transport = suite.openTransport({
    baseUrl,
    limits: suite.DRIVE_LIMITS,
    ca: ca === undefined ? undefined : readUserFile(ca, '--ca'),
  });
  try {
    const profile = suite.writeFirstProfile(
      baseUrl,
      await suite.readCatalog(transport, credentials.main?.token ?? '', baseUrl),
      new Set(suite.CHECKS.flatMap(({ needs }) => needs)),
    );
    if (values.output === undefined) io.stdout.write(profile);
    else {
      writeReport(values.output, profile);
      io.stderr.write(
        `wrote ${sanitize(values.output)}; fill in what the suite may use, then run: ${COMMAND.planProfile(sanitize(values.output))}\n`,
      );
    }
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof suite.TransportFailure)) throw error;
    io.stderr.write(`conversation-api: ${sanitize(baseUrl, 200)}: ${sanitize(error.message, 500)}\n`);
    return EXIT.broken;
  } finally {
    await transport.close();
  }
}

function ensureNew(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new UsageError(`${path} already exists; init does not overwrite it, so name another file`);
}
