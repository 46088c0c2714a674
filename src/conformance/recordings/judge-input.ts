import { basename } from 'node:path';
import { Judgement } from '../judge/judgement.ts';
import { type FormatJudge, type JudgeOptions, MalformedInput, ReadingStopped } from './format-judge.ts';
import { type ByteSource, InputError, type InputFormat, type InputSource } from './input.ts';
import { judgeRawStream } from './raw-stream.ts';

const MOST_INPUT_BYTES = 64 * 1024 * 1024 * 1024;

/**
 * Judges one input of a known format.
 *
 * @throws InputError if the input cannot be read, or its first line does not have the format
 */
export async function judgeInput(
  source: InputSource,
  format: InputFormat,
  options: JudgeOptions = {},
): Promise<Judgement> {
  const judgement = new Judgement();
  const most = options.inputBytes ?? MOST_INPUT_BYTES;
  if (!('parts' in source)) {
    await judgePart(source, format, { judgement, options, before: 0, most });
    return judgement;
  }
  judgement.files = source.parts.length;
  let before = 0;
  for (const part of source.parts) {
    judgement.part = basename(part.name);
    before += await judgePart(part, format, { judgement, options, before, most });
    if (before > most) break;
  }
  judgement.part = undefined;
  return judgement;
}

interface PartContext {
  readonly judgement: Judgement;
  readonly options: JudgeOptions;
  /** Bytes of the parts before this one. */
  readonly before: number;
  /** Bytes that are read at most, of all parts together. */
  readonly most: number;
}

/** @returns the number of bytes that were read */
async function judgePart(
  source: ByteSource,
  format: InputFormat,
  { judgement, options, before, most }: PartContext,
): Promise<number> {
  const judge = await openJudge(format, judgement, options);
  const room = most - before;
  let bytes = 0;
  try {
    await source.read(
      (piece) => {
        judge.push(piece.length > room - bytes ? piece.subarray(0, room - bytes) : piece);
        bytes += piece.length;
        if (bytes > room) throw new ReadingStopped(`reading stopped at the limit of ${most} bytes`);
        options.onProgress?.(before + bytes);
      },
      (length) => options.onGarbage?.(length, 'pieces'),
    );
    judge.end();
  } catch (error) {
    if (!(error instanceof ReadingStopped)) throw named(error, source.name);
    judgement.leaveOut(error.message);
    judge.stop();
  }
  return bytes;
}

function named(error: unknown, name: string): unknown {
  if (!(error instanceof MalformedInput)) return error;
  return new InputError(`cannot judge ${name}: ${error.message}`, { cause: error });
}

/** Loads what only recordings and archives need when there is one. Most inputs are raw streams, and short ones take less time than loading. */
async function openJudge(
  format: InputFormat,
  judgement: Judgement,
  options: JudgeOptions,
): Promise<FormatJudge> {
  switch (format) {
    case 'sse':
      return judgeRawStream(judgement, options);
    case 'recording':
      return (await import('./judge-recording.ts')).judgeRecording(judgement, options);
    case 'har':
      return (await import('./har-judge.ts')).judgeHar(judgement, options);
  }
}
