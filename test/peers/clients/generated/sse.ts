import { isMistake } from './mistakes.ts';

export interface ServerSentEvent {
  readonly type: string;
  readonly data: string;
}

/** Reads an event stream by the rules of HTML, section 9.2.6. `onBytes` is called for whatever arrives, comments too. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: (piece: string) => void = () => {},
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder(); // drops a byte order mark
  const reader = body.getReader();
  let rest = '';
  let afterCr = false;
  let type = '';
  let data: string[] = [];

  function takeLine(line: string): ServerSentEvent | undefined {
    if (line === '') {
      const event = data.length > 0 ? { type: type || 'message', data: data.join('\n') } : undefined;
      type = '';
      data = [];
      return event;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') type = value;
    else if (field === 'data') {
      if (isMistake('last-data-line')) data = [value];
      else data.push(value);
    }
    return undefined;
  }

  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      let text = decoder.decode(value, { stream: true });
      onBytes(text);
      if (isMistake('crlf-across-chunks')) text = text.replaceAll(/\r\n?/g, '\n');
      // A line feed that follows the carriage return of the piece before belongs to it.
      const isEndOfLine = afterCr && text.startsWith('\n');
      afterCr = text === '' ? afterCr : text.endsWith('\r');
      if (isEndOfLine) text = text.slice(1);
      const lines = (rest + text).split(/\r\n|\r|\n/);
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const event = takeLine(line);
        if (event) yield event;
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
