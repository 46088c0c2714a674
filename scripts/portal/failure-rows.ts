import { address } from './addresses.ts';
import type { Failure } from './contract.ts';
import { code, escapeHtml, parts, row } from './markdown.ts';

/** The three answers to whether to send a request again, without what the answer of one failure adds. */
export function kindOfAgain({ sendAgain }: Pick<Failure, 'sendAgain'>): string {
  return sendAgain.startsWith('only ') ? 'after a change' : (sendAgain.split(',')[0] as string);
}

/** Where a failure arrives: its status, or the event of a stream. */
export function channelOf({ channel, status }: Pick<Failure, 'channel' | 'status'>): string {
  return channel === 'event' ? 'message.error' : String(status);
}

/** The name of a failure: its code, and a second code if several failures share the first. */
export function nameOf({ message_code, data_code }: Pick<Failure, 'message_code' | 'data_code'>): string {
  return `${code(message_code)}${data_code === undefined ? '' : ` with \`data.code\` ${code(data_code)}`}`;
}

/**
 * A failure as a row: first its code and whether to send again, then when it occurs and what to do.
 *
 * @param note an additional remark of the list about the failure
 */
export function failureRow(failure: Failure, note?: string): string {
  const { id, condition, retry, operations, sendAgain } = failure;
  const again = kindOfAgain(failure);
  return row(
    { id, status: channelOf(failure), operations: operations.join('|'), 'send-again': again },
    parts(
      `[${nameOf(failure)}](${address.failure(id)}) <span class="status-code">${escapeHtml(channelOf(failure))}</span> ${anchorTo(failure)} <span class="again${again === 'as it is' ? ' again-yes' : ''}">send again: ${sendAgain}</span>`,
      `${condition}${note ?? ''}`,
      `**What to do.** ${retry}`,
    ),
  );
}

function anchorTo({ id, message_code }: Failure): string {
  return `<a class="anchor" href="#${id}" aria-label="Link to ${message_code}">#</a>`;
}
