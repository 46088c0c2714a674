/** Reads and judges a recording in a worker, so that the page stays usable meanwhile. */
import { detectFormat, HEAD_BYTES } from '../../src/conformance/recordings/detect-format.ts';
import type { ByteSource } from '../../src/conformance/recordings/input.ts';
import { judgeInput } from '../../src/conformance/recordings/judge-input.ts';
import { loadRows } from '../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../src/conformance/report/target.ts';
import { readStreams } from '../../src/conformance/timeline/read-streams.ts';
import type { JudgeAnswer, JudgeRequest } from './player/judged.ts';
import { LIMITS } from './player/shown-events.ts';

/** Number of bytes that the judge receives at a time. */
const PIECE = 64 * 1024;

self.addEventListener('message', ({ data }: MessageEvent<JudgeRequest>) => {
  judge(data)
    .catch((error: unknown) => ({ id: data.id, problem: messageOf(error) }))
    .then((answer) => self.postMessage(answer));
});

async function judge({ id, name, bytes, permissionMode }: JudgeRequest): Promise<JudgeAnswer> {
  const format = detectFormat(bytes.subarray(0, HEAD_BYTES));
  if (format === undefined)
    return {
      id,
      problem: `${name} is neither a raw stream, nor a recording, nor an HTTP archive; open the body of a stream, or what \`conversation-api record\` wrote`,
    };
  const judgement = await judgeInput(sourceOf(name, bytes), format, { permissionMode });
  const { streams, timeScale } = await readStreams(sourceOf(name, bytes), format, LIMITS);
  const { verdict, summary, incomplete, requirements } = reportTarget(name, judgement, loadRows());
  return {
    id,
    streams,
    timeScale,
    verdict,
    summary,
    incomplete,
    findings: requirements.flatMap(({ level, findings }) => findings.map((each) => ({ ...each, level }))),
  };
}

function sourceOf(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    size: bytes.length,
    read(onBytes) {
      for (let at = 0; at < bytes.length; at += PIECE) onBytes(bytes.slice(at, at + PIECE));
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
