/** Code of a project inside a package of another project. No package provides its license, so the license is kept here. */
export interface EmbeddedCode {
  readonly name: string;
  /** The packages whose published files contain it. */
  readonly inside: readonly string[];
  /** Where its license was copied from. */
  readonly source: string;
}

/** The text of each license is in embedded-licenses, under the name of the code. */
export const EMBEDDED: readonly EmbeddedCode[] = [
  { name: 'llhttp', inside: ['undici'], source: 'https://github.com/nodejs/llhttp/blob/main/LICENSE' },
  {
    name: 'content-type',
    inside: ['@modelcontextprotocol/client', '@modelcontextprotocol/server'],
    source: 'https://github.com/jshttp/content-type/blob/v1.0.5/LICENSE',
  },
  {
    name: 'formdata-polyfill',
    inside: ['undici'],
    source: 'https://github.com/jimmywarting/FormData, as named in undici/lib/web/fetch/body.js',
  },
];
