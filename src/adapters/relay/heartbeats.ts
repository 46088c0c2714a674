const COMMENT = new TextEncoder().encode(': the turn goes on\n\n');

/**
 * Waits for the first event, so that a turn that cannot begin is refused with a status of its own. A turn that is read again is silent until
 * it has ended, and a proxy closes what is silent for too long. So the stream begins after a silence, and each further silence gets a comment,
 * which readers of event streams skip.
 * @param silence milliseconds
 * @throws whatever the first read throws before the silence is over
 */
export async function withHeartbeats(
  events: ReadableStream<Uint8Array>,
  silence: number,
): Promise<ReadableStream<Uint8Array>> {
  const reader = events.getReader();
  let reading: ReturnType<typeof reader.read> | undefined = reader.read();
  let isSilent = (await within(silence, reading)) === undefined;
  const source = {
    async pull(controller: ReadableStreamDefaultController<Uint8Array>) {
      reading ??= reader.read();
      // The first comment tells the page at once that the turn has begun.
      const piece = isSilent ? undefined : await within(silence, reading);
      isSilent = false;
      if (!piece) return controller.enqueue(COMMENT);
      if (piece.done) return controller.close();
      controller.enqueue(piece.value);
      reading = undefined;
    },
    // The page went away. This closes the connection to the service; the turn goes on.
    cancel: (reason: unknown) => reader.cancel(reason),
  };
  return new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
}

/** The value of the promise, or undefined if it takes longer than so many milliseconds. */
async function within<Value>(time: number, promise: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), time);
  });
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}
