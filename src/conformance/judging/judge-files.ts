import type { Judgement } from '../judge/judgement.ts';
import { FileSource } from '../recordings/file-source.ts';
import { InputError, type InputFormat, type InputSource } from '../recordings/input.ts';
import { type JudgeOptions, judgeInput } from '../recordings/judge-input.ts';

/** A file to be judged, by whichever thread comes to it first. */
export interface FileTask {
  /** Its place among all inputs. */
  readonly index: number;
  readonly path: string;
  readonly format: InputFormat;
}

/** What threads share. */
export interface SharedWork {
  readonly tasks: readonly FileTask[];
  /** Number of the next task that nobody has taken. */
  readonly next: Int32Array<SharedArrayBuffer>;
  /** Bytes judged so far. */
  readonly done: BigInt64Array<SharedArrayBuffer>;
}

export type InputOutcome =
  | { readonly judgement: Judgement }
  /** The input turned out to be unusable, in one line. */
  | { readonly problem: string };

/** Options without functions, which can be sent to a thread. */
export type PlainJudgeOptions = Omit<JudgeOptions, 'onProgress' | 'onGarbage'>;

/** Takes files one by one, as other threads do at the same time, until none is left. */
export async function judgeFiles(
  { tasks, next, done }: SharedWork,
  options: Omit<JudgeOptions, 'onProgress'>,
  onOutcome: (index: number, outcome: InputOutcome) => void,
  onProgress?: () => void,
): Promise<void> {
  for (;;) {
    const task = tasks[Atomics.add(next, 0, 1)];
    if (!task) return;
    const open = () => new FileSource(task.path);
    onOutcome(task.index, await judgeOne(open, task.format, options, done, onProgress));
  }
}

/** Judges one input. That it is unusable is an outcome; any other failure is thrown. */
export async function judgeOne(
  open: () => InputSource,
  format: InputFormat,
  options: Omit<JudgeOptions, 'onProgress'>,
  done: BigInt64Array,
  onProgress?: () => void,
): Promise<InputOutcome> {
  let counted = 0;
  let size = Number.POSITIVE_INFINITY;
  // Counts at most the size on disk, which is what the whole is measured by: unpacked, an input may be longer.
  const count = (bytes: number) => {
    const most = Math.min(bytes, size);
    Atomics.add(done, 0, BigInt(Math.max(0, most - counted)));
    counted = Math.max(counted, most);
    onProgress?.();
  };
  try {
    const source = open();
    size = source.size ?? size;
    const judgement = await judgeInput(source, format, { ...options, onProgress: count });
    if (source.size !== undefined) count(source.size);
    return { judgement };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { problem: error.message };
  }
}
