import { UsageError } from './arguments.ts';

const UNITS: Readonly<Record<string, number>> = {
  KB: 1000,
  MB: 1000 ** 2,
  GB: 1000 ** 3,
  KIB: 1024,
  MIB: 1024 ** 2,
  GIB: 1024 ** 3,
};

/**
 * Parses a size, such as `64MB` or `2GiB`.
 *
 * @param least smallest size, as a user writes it
 * @param most largest size
 * @returns bytes
 * @throws UsageError
 */
export function parseSize(flag: string, text: string, [least, most]: readonly [string, string]): number {
  const bytes = bytesOf(text);
  if (bytes >= bytesOf(least) && bytes <= bytesOf(most)) return bytes;
  throw new UsageError(
    `--${flag} cannot be ${JSON.stringify(text.slice(0, 80))}; write a size such as 64MB, from ${least} to ${most}`,
  );
}

/** Returns NaN if the text is not a size. */
function bytesOf(text: string): number {
  const [, count, unit = ''] = /^(\d{1,9})([KMG]i?B)$/i.exec(text) ?? [];
  return Number(count) * (UNITS[unit.toUpperCase()] ?? Number.NaN);
}
