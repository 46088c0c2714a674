import { table } from '../../../scripts/portal/markdown.ts';
import type { Reader, Reading } from './reader.ts';

/** The content of messages.json: the latest messages of each reader, by its id. */
export type Messages = Readonly<Record<string, readonly Reading[]>>;

/** The table of readers in docs/interop.md. */
export function readerTableOf(readers: readonly Reader[], messages: Messages): string {
  const head = ['reader', 'version', 'reads', 'messages', 'remarks'];
  const rows = readers.map((reader) => [
    reader.tool,
    reader.version,
    reader.files.join(', '),
    summaryOf(messages[reader.id]),
    remarksOf(reader),
  ]);
  return table(head, rows);
}

function summaryOf(readings: readonly Reading[] | undefined): string {
  if (readings === undefined) return 'not run';
  const said = readings.filter(({ messages }) => messages.length > 0);
  if (said.length === 0) return 'none';
  return said.map(({ file, messages }) => `${messages.length} (${file})`).join(', ');
}

function remarksOf({ remark, known }: Reader): string {
  const reasons = known.map(
    ({ reason, smallest }) => `${reason} (smallest case: \`test/interop/readers/smallest/${smallest}\`)`,
  );
  return [remark, ...reasons].filter(Boolean).join('; ');
}

/** The messages that no row explains. */
export function unexplained({ known }: Reader, readings: readonly Reading[]): readonly string[] {
  return readings.flatMap(({ file, messages }) =>
    messages
      .filter((message) => !known.some(({ says }) => says.test(message)))
      .map((message) => `${file}: ${message}`),
  );
}
