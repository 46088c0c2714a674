import type { Judgement } from '../judge/judgement.ts';
import type { Packing } from '../recordings/detect-format.ts';
import { FileSource } from '../recordings/file-source.ts';
import type { JudgeOptions } from '../recordings/format-judge.ts';
import { InputError, type InputFormat, type InputSource } from '../recordings/input.ts';
import { judgeInput } from '../recordings/judge-input.ts';

/** A file to be judged. The first free thread takes it. */
export interface FileTask {
  /** Index among all inputs. */
  readonly index: number;
  readonly path: string;
  readonly format: InputFormat;
  readonly packing?: Packing | undefined;
}

/** Work that threads share. */
export interface SharedWork {
  readonly tasks: readonly FileTask[];
  /** Index of the next free task. */
  readonly next: Int32Array<SharedArrayBuffer>;
  /** Bytes judged so far. */
  readonly done: BigInt64Array<SharedArrayBuffer>;
}

export type InputOutcome =
  | { readonly judgement: Judgement }
  /** Why the input cannot be judged, in one line. */
  | { readonly problem: string };

/** Options without functions, which can be sent to a thread. */
export type PlainJudgeOptions = Omit<JudgeOptions, 'onProgress' | 'onGarbage'>;

export interface FileProgress {
  readonly onProgress?: (() => void) | undefined;
  /** How many packed files are unpacked on threads of Node while another is judged. */
  readonly ahead?: number;
}

/** Judges files one by one until none is left. Other threads take files of the same work. */
export async function judgeFiles(
  { tasks, next, done }: SharedWork,
  options: Omit<JudgeOptions, 'onProgress'>,
  onOutcome: (index: number, outcome: InputOutcome) => void,
  { onProgress, ahead = 0 }: FileProgress = {},
): Promise<void> {
  const queue: { readonly task: FileTask; readonly begun: FileSource | undefined }[] = [];
  const fill = async () => {
    while (queue.length <= ahead) {
      const task = tasks[Atomics.add(next, 0, 1)];
      if (!task) return;
      queue.push({ task, begun: ahead > 0 ? await beginToUnpack(task) : undefined });
    }
  };
  try {
    for (;;) {
      await fill();
      const file = queue.shift();
      if (!file) return;
      const open = () => file.begun ?? new FileSource(file.task.path);
      onOutcome(file.task.index, await judgeOne(open, file.task.format, options, done, onProgress));
      // Judging a file takes no turn of the event loop. Without one, the outcomes of other threads would wait until this thread has no file left.
      await new Promise(setImmediate);
    }
  } finally {
    await Promise.all(queue.map(({ begun }) => begun?.close()));
  }
}

async function beginToUnpack({ path, packing }: FileTask): Promise<FileSource | undefined> {
  if (!packing) return undefined;
  try {
    const source = new FileSource(path);
    await source.readAhead(packing);
    return source;
  } catch {
    // Judging the file meets the same error, and reports it.
    return undefined;
  }
}

/** Judges one input. An unusable input is an outcome; every other failure is thrown. */
export async function judgeOne(
  open: () => InputSource,
  format: InputFormat,
  options: Omit<JudgeOptions, 'onProgress'>,
  done: BigInt64Array,
  onProgress?: () => void,
): Promise<InputOutcome> {
  let counted = 0;
  let size = Number.POSITIVE_INFINITY;
  // An unpacked input may be longer than its file, but the total is the sum of the file sizes. So count no more than the size.
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
