import type { MetricsAddress } from '../conformance/metrics/serve-metrics.ts';
import { PORTS, parseArguments, readNumber, readTimeScale, UsageError } from './arguments.ts';
import { requireWebUrl } from './base-url.ts';
import { RECORD_FLAGS } from './flags.ts';
import { parseSize } from './parse-size.ts';
import { readUserFile } from './read-user-file.ts';

/** Limits for the size of one file, and of all files. */
const FILE_SIZES = ['1MB', '16GB'] as const;
const DISK_SIZES = ['2MB', '16000GB'] as const;

/** An address for `--metrics`: a port, or a host with a port. An IPv6 address is in brackets. */
const ADDRESS = /^(?:(\[[\da-f:.]{2,45}\]|[^\s:[\]/]{1,253}):)?(\d{1,5})$/i;

/** Reads the flags of `record`. @throws UsageError */
export function readRecordOptions(args: readonly string[]) {
  const { values, positionals } = parseArguments(args, RECORD_FLAGS);
  if (positionals.length > 0)
    throw new UsageError('record takes flags only, and the server as --target URL; see record --help');
  const { target, output, ca, sample, metrics } = values;
  if (target === undefined)
    throw new UsageError('record needs --target, the base URL of the server to forward to');
  const port = readNumber(values, 'port', PORTS, undefined);
  if (port === undefined)
    throw new UsageError('record needs --port, the port to listen on; 0 is any free one');
  if (output === undefined) throw new UsageError('record needs --output, a folder for the recordings');
  return {
    target: readTarget(target),
    output,
    port,
    host: values.host ?? '127.0.0.1',
    insecure: values.insecure ?? false,
    tokens: readTokens(values['token-file'] ?? []),
    timeScale: readTimeScale(values),
    ca: ca === undefined ? undefined : readUserFile(ca, '--ca'),
    sample: sample === undefined ? undefined : readShare(sample),
    ...readRotation(values),
    log: values.log ?? 'pretty',
    metrics: metrics === undefined ? undefined : readAddress(metrics),
  };
}

function readTarget(text: string): URL {
  const url = new URL(requireWebUrl(text));
  if (url.username || url.password)
    throw new UsageError('--target contains a password; leave it out, because clients send their own tokens');
  return url;
}

/** Reads the tokens: one on each line of the files, and the one of the environment. */
function readTokens(files: readonly string[]): string[] {
  const lists = files.map((file) => {
    const tokens = wordsOf(readUserFile(file, '--token-file'));
    if (tokens.length === 0) throw new UsageError(`--token-file ${file} has no token`);
    return tokens;
  });
  return [...lists.flat(), ...wordsOf(process.env.CONVERSATION_API_TOKEN ?? '')];
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** A number from 0 to 1. */
function readShare(text: string): number {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?)%$/.exec(text) ?? [];
  const share = Number(percent) / 100;
  if (share > 0 && share <= 1) return share;
  throw new UsageError(
    `--sample cannot be ${JSON.stringify(text.slice(0, 80))}; write a percentage from 0.01% to 100%, such as 1%`,
  );
}

function readRotation(values: { readonly rotate?: string; readonly disk?: string }) {
  const rotate = values.rotate === undefined ? undefined : parseSize('rotate', values.rotate, FILE_SIZES);
  if (values.disk === undefined) return { rotate, disk: undefined };
  const disk = parseSize('disk', values.disk, DISK_SIZES);
  if (rotate === undefined)
    throw new UsageError('--disk deletes whole files, so it needs --rotate, the size of a file');
  if (disk < 2 * rotate)
    throw new UsageError('--disk must be at least twice --rotate, because the current file is never deleted');
  return { rotate, disk };
}

function readAddress(text: string): MetricsAddress {
  const [, host = '127.0.0.1', port] = ADDRESS.exec(text) ?? [];
  if (Number(port) <= PORTS[1]) return { host, port: Number(port) };
  throw new UsageError(
    `--metrics cannot be ${JSON.stringify(text.slice(0, 80))}; write a port such as 9464, or an address such as 0.0.0.0:9464`,
  );
}
