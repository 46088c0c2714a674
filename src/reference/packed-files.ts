import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Compresses files when they are first read, and again only after they have changed, such as by a new build of the portal. */
export class PackedFiles {
  readonly #packed = new Map<string, { readonly changed: number; readonly content: Uint8Array }>();
  readonly #pack: (content: Uint8Array) => Promise<Uint8Array>;

  constructor(pack: (content: Uint8Array) => Promise<Uint8Array> = promisify(gzip)) {
    this.#pack = pack;
  }

  /** @throws NodeJS.ErrnoException if the file cannot be read */
  async read(path: string): Promise<Uint8Array> {
    const { mtimeMs: changed } = await stat(path);
    const known = this.#packed.get(path);
    if (known?.changed === changed) return known.content;
    const content = await this.#pack(await readFile(path));
    this.#packed.set(path, { changed, content });
    return content;
  }
}

/** Whether a client accepts gzip. @param accepted the value of `Accept-Encoding` */
export function acceptsGzip(accepted = ''): boolean {
  const weights = new Map(
    accepted.split(',').map((each) => {
      const [name = '', weight = 'q=1'] = each.toLowerCase().split(';');
      return [name.trim(), Number(weight.trim().replace(/^q=/, ''))];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
