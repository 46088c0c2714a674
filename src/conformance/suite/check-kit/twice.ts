/** Does the same once more: what is refused or resolved stays so, and some defects show only from the third attempt on. */
export async function twice(step: () => Promise<unknown>): Promise<void> {
  await step();
  await step();
}
