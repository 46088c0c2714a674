import { COMMAND } from '../commands.ts';
import { packingOf } from './detect-format.ts';
import { readSavedHead } from './saved-head.ts';
import { isUtf16, UTF_16 } from './utf-16.ts';

/** Characters. Far more than any code of the contract has. */
const LONGEST_CODE = 80;
/** Bytes that show what a binary file is. */
const MAGIC = 8;
/** Where the header of a tar archive says that it is one. */
const TAR = { offset: 257, magic: 'ustar' };
/** How mitmproxy begins a file of flows: with lengths, and the name of a member. */
const FLOWS = /^\d{1,9}:\d{1,9}:[a-z_]+;/;
/** Texts that stand for others, or that have them in lines of their own. */
const TEXTS: readonly { readonly begins: RegExp; readonly name: string }[] = [
  {
    begins: /^version https:\/\/git-lfs\.github\.com\//,
    name: 'it is a pointer of Git LFS; fetch the file with `git lfs pull`',
  },
  {
    begins: /^\{\s*"log"\s*:\s*"/,
    name: 'it is the log of a container (JSON lines with `log`); take the body of the response out of it, or record the exchange',
  },
  {
    begins: /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d) std(?:out|err) [FP] /,
    name: 'it is the log of a container; take the body of the response out of it, or record the exchange',
  },
  { begins: /^WARC\/\d/, name: 'it is a WARC archive; save the body of the response from it' },
  { begins: /^\ufeff/, name: 'it begins with two byte order marks; leave out one' },
];
const PACKED_BODY = 'the body after its head is packed; save it unpacked, as curl does with --compressed';
const OF_MITMPROXY =
  'these are flows of mitmproxy; write them as HAR with `mitmdump -nr FILE --set hardump=flows.har`';

/** What files begin with in which a stream may be, in hexadecimal. */
const CONTAINERS: readonly { readonly magic: RegExp; readonly name: string }[] = [
  { magic: /^504b(?:0304|0506)/, name: 'it is a zip archive; unpack it, and name the files in it' },
  { magic: /^377abcaf271c|^526172211a07/, name: 'it is an archive; unpack it, and name the files in it' },
  { magic: /^(?:1f8b|28b52ffd)/, name: 'it is packed twice; unpack it once' },
  { magic: /^(?:425a68|fd377a585a|04224d18)/, name: 'it is packed with bzip2, xz or lz4; unpack it' },
  { magic: /^78(?:01|5e|9c|da)/, name: 'it is packed with zlib, as mitmproxy writes .zhar; unpack it' },
  {
    magic: /^(?:d4c3b2a1|a1b2c3d4|4d3cb2a1|a1b23c4d|0a0d0d0a)/,
    name: 'it is a packet capture, not a recording; save the body of the response from it',
  },
  { magic: /^00051607/, name: 'it is a file that macOS adds beside another (AppleDouble); leave it out' },
];

/**
 * Names an input that is of no format of the judge, with what to do instead. The usual ones are a failure that was saved in the place of a
 * stream, a report, and an archive of several files.
 */
export function nameStranger(head: Uint8Array): string {
  if (isUtf16(head)) return UTF_16;
  const { bodyStart = 0 } = readSavedHead(head) ?? {};
  const body = head.subarray(bodyStart);
  return (
    nameContainer(head) ??
    nameLines(new TextDecoder().decode(head)) ??
    (FLOWS.test(new TextDecoder().decode(head.subarray(0, LONGEST_CODE))) ? OF_MITMPROXY : undefined) ??
    (bodyStart > 0 && packingOf(body) ? PACKED_BODY : undefined) ??
    (head.includes(0) ? 'it is a binary file' : undefined) ??
    nameText(new TextDecoder().decode(body).trimStart()) ??
    'it is neither an event stream, a recording nor a HAR; --format says which, if it is one'
  );
}

function nameContainer(head: Uint8Array): string | undefined {
  const { offset, magic } = TAR;
  const isTar = Buffer.from(head.subarray(offset, offset + magic.length)).toString('latin1') === magic;
  if (isTar) return 'it is a tar archive; unpack it, and name the files in it';
  const hex = Buffer.from(head.subarray(0, MAGIC)).toString('hex');
  return CONTAINERS.find((known) => known.magic.test(hex))?.name;
}

/** The decoder has left out one byte order mark. */
function nameLines(text: string): string | undefined {
  return TEXTS.find(({ begins }) => begins.test(text))?.name;
}

function nameText(text: string): string | undefined {
  if (/^<(!doctype html|html)\b/i.test(text))
    return /conversation-api \d/.test(text) && text.includes('http-equiv="Content-Security-Policy"')
      ? 'this is an HTML report of this tool; check judges what a server sent'
      : 'this is a web page, not an event stream; a proxy or another server may have answered';
  if (/^<\?xml\b/.test(text)) return 'this is XML, such as a JUnit report; check judges what a server sent';
  if (!/^[{[]/.test(text)) return undefined;
  const compact = text.replace(/\s+/g, '');
  if (compact.startsWith('{"tool":{"name":"conversation-api"'))
    return 'this is a report of this tool; diff and merge read reports';
  if (/^\{"(?:openapi|asyncapi|swagger)":"/.test(compact))
    return 'this is a description of an API; check judges what a server sent';
  const code = /"message_code":"([\w.-]+)"/.exec(compact)?.[1];
  const isSuccess = compact.startsWith('{"status":"success"') || code === 'api_v1_ok';
  if (code !== undefined && code.length <= LONGEST_CODE && !isSuccess)
    return `this is a saved error response: ${code}; \`${COMMAND.explain(code)}\` describes it`;
  return 'this is JSON, not an event stream; record the exchange with its head to judge it (docs/recordings.md)';
}
