import { UsageError } from './arguments.ts';

/** Reads `--docs URL`: where the docs portal is published. @throws UsageError when it is not a URL */
export function readDocs(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).href.replace(/[?#].*$/s, '');
  throw new UsageError(
    `--docs cannot be ${JSON.stringify(text.slice(0, 200))}; it must be the address of the docs portal, beginning with http:// or https://`,
  );
}
