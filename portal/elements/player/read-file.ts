/** The largest recording that the page judges, in bytes, uncompressed. The command judges larger ones. */
const MOST_BYTES = 64 * 1024 * 1024;
const TOO_LARGE = `it is larger than the ${MOST_BYTES / 1024 / 1024} MB that this page reads; judge it with \`conversation-api check FILE\``;

interface ReadRecording {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Reads a file that the reader chose. It may be compressed with gzip. @throws Error with a sentence for the reader */
export async function readFile(file: File): Promise<ReadRecording> {
  const { name, size } = file;
  if (size > MOST_BYTES) throw new Error(`${name}: ${TOO_LARGE}`);
  const bytes = new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new Error(`${name} cannot be read; it may be a folder`);
    }),
  );
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return { name, bytes: isPacked ? await unpack(name, bytes) : bytes };
}

/** Takes a text that the reader pasted. */
export async function readPasted(text: string): Promise<ReadRecording> {
  if (text.trim() === '') throw new Error('there is no text to judge; paste a stream or a recording');
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) throw new Error(`the text: ${TOO_LARGE}`);
  return { name: 'the text', bytes };
}

/** A small file can unpack to a huge one, so reading stops at the limit. */
async function unpack(name: string, packed: Uint8Array): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    const stream = new Blob([packed as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('gzip'));
    for await (const piece of stream as unknown as AsyncIterable<Uint8Array>) {
      length += piece.length;
      if (length > MOST_BYTES) throw new RangeError(TOO_LARGE);
      pieces.push(piece);
    }
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : 'it is not valid gzip';
    throw new Error(`${name}: ${reason}`, { cause: error });
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
