import type { JudgeAnswer, JudgeRequest } from './judged.ts';

let worker: Worker | undefined;
let last = 0;

/** Lets the worker read and judge bytes. A new request ends one that is still running, whose promise then never settles. */
export function askJudge(
  name: string,
  bytes: Uint8Array,
  permissionMode?: 'manual' | 'auto',
): Promise<JudgeAnswer> {
  const isBusy = worker !== undefined && pending > 0;
  if (isBusy) {
    worker?.terminate();
    worker = undefined;
    pending = 0;
  }
  worker ??= new Worker(new URL('./judge-worker.js', import.meta.url), { type: 'module' });
  const asked = worker;
  last += 1;
  const request: JudgeRequest = { id: last, name, bytes, ...(permissionMode && { permissionMode }) };
  pending += 1;
  return new Promise((resolve) => {
    const stop = (answer: JudgeAnswer) => {
      asked.removeEventListener('message', onMessage);
      asked.removeEventListener('error', onError);
      if (asked === worker) pending -= 1;
      resolve(answer);
    };
    const onMessage = ({ data }: MessageEvent<JudgeAnswer>) => {
      if (data.id === request.id) stop(data);
    };
    const onError = () =>
      stop({
        id: request.id,
        problem: 'the judge could not be loaded or ran out of memory; reload the page',
      });
    asked.addEventListener('message', onMessage);
    asked.addEventListener('error', onError);
    asked.postMessage(request);
  });
}

let pending = 0;
