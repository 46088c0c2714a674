import { isRefusal } from '../compatibility/current.ts';

/** Prints what a command about editions answers. A refusal goes to standard error and fails this process. */
export async function printAnswer(answer: Promise<string>): Promise<void> {
  try {
    console.log(await answer);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
