import type { OutgoingHttpHeaders } from 'node:http';
import type { PortChange } from '../alteration.ts';
import { inResponses, onHead, onJson, onPieces, withoutLength } from '../decorators/wire.ts';
import type { Chance } from './chance.ts';
import { respell, type SpellingLiberties } from './spelling.ts';

/** The liberties that a server takes with HTTP. */
export interface CarryingLiberties extends SpellingLiberties {
  /** The case and order of headers, `charset`, and further headers. */
  readonly headers: boolean;
  /** The sizes of chunks, and no length. */
  readonly chunks: boolean;
}

const LARGEST = 64;
const CHARSETS: readonly [string, ...string[]] = [
  '',
  ';charset=utf-8',
  '; charset="UTF-8"',
  '; Charset=UTF-8',
];
const FURTHER: OutgoingHttpHeaders = {
  server: 'gateway/1.0',
  via: '1.1 gateway',
  vary: 'Accept, Accept-Encoding',
  'set-cookie': ['route=a; Path=/', 'visit=1'],
  'x-request-id': 'not the one of the body',
  etag: 'W/"1"',
  link: '</>; rel="index"',
  'cache-control': 'private, no-store',
};

/** Writes the answers with liberties that JSON and HTTP allow. */
export function carryFreely(liberties: CarryingLiberties, chance: Chance): PortChange {
  return inResponses((response) => {
    if (liberties.headers) onHead(response, (headers) => changeHeaders(headers, chance));
    if (liberties.chunks && chance.happens(0.5)) {
      onHead(response, withoutLength);
      onPieces(response, (piece) => split(piece, chance));
    }
    onJson(response, (text) => respell(text, liberties, chance));
  });
}

function changeHeaders(
  { 'content-type': type, ...headers }: OutgoingHttpHeaders,
  chance: Chance,
): OutgoingHttpHeaders {
  const further = Object.entries(FURTHER).filter(([name]) => !(name in headers) && chance.happens(0.3));
  const all = [
    ...Object.entries(headers),
    ...further,
    ...(type === undefined
      ? []
      : [['content-type', `${String(type).split(';')[0]}${chance.pick(CHARSETS)}`] as const]),
  ];
  return Object.fromEntries(chance.shuffle(all).map(([name, value]) => [changeCase(name, chance), value]));
}

function changeCase(name: string, chance: Chance): string {
  return chance.pick([
    name,
    name.toUpperCase(),
    name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  ]);
}

function split(piece: Buffer, chance: Chance): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 0; at < piece.length; ) {
    const size = 1 + chance.below(LARGEST);
    parts.push(piece.subarray(at, at + size));
    at += size;
  }
  return parts;
}
