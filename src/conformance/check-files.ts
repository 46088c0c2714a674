import { existsSync, readFileSync } from 'node:fs';

/**
 * The files of checks by beginnings of their ids: all checks below `chats.create` are in one file. The build writes this table beside the
 * suite; the sources have none.
 */
const TABLE = new URL('../conformance/check-files.json', import.meta.url);

let files: Readonly<Record<string, string>> | undefined;

/**
 * The source file that declares a check, from the root of the repository. Undefined if there is no table.
 *
 * @param id of a check of the suite; the ids of journeys may begin like it
 */
export function fileOfCheck(id: string): string | undefined {
  files ??= JSON.parse(existsSync(TABLE) ? readFileSync(TABLE, 'utf8') : '{}') as Record<string, string>;
  const words = id.split('.');
  for (let length = words.length; length > 0; length -= 1) {
    const file = files[words.slice(0, length).join('.')];
    if (file !== undefined) return file;
  }
  return undefined;
}
