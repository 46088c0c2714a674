import type { FoundInput } from '../conformance/files/find-inputs.ts';
import { FileSource } from '../conformance/recordings/file-source.ts';
import { FolderSource } from '../conformance/recordings/folder-source.ts';
import { type InputStreams, markFindings } from '../conformance/report/html/streams.ts';
import type { TargetReport } from '../conformance/report/model.ts';
import { readStreams } from '../conformance/timeline/read-streams.ts';
import type { StreamLimits } from '../conformance/timeline/stream-choice.ts';

/** Maximum number of inputs whose streams are drawn. Those with the most violations come first. */
const MOST_INPUTS = 20;
const LIMITS: StreamLimits = {
  streams: 3,
  named: 10,
  events: 20_000,
  room: { first: 1500, last: 300, data: 400 },
};
const NOTHING = { streams: [], left: 0, timeScale: 1 };

/** Reads the inputs again, for the timelines of their streams. The size of the result is limited, however many and large the inputs are. */
export async function readTimelines(
  targets: readonly TargetReport[],
  inputs: readonly FoundInput[],
): Promise<ReadonlyMap<string, InputStreams>> {
  const byName = new Map(inputs.map((input) => [input.source.name, input]));
  const found = new Map<string, InputStreams>();
  const drawn = new Set(targets.toSorted((a, b) => violations(b) - violations(a)).slice(0, MOST_INPUTS));
  for (const target of targets) {
    const input = byName.get(target.target);
    if (!input) continue;
    found.set(target.target, drawn.has(target) ? await readTimeline(target, input) : tooMany());
  }
  return found;
}

async function readTimeline(target: TargetReport, { source, format }: FoundInput): Promise<InputStreams> {
  if (!(source instanceof FileSource || source instanceof FolderSource))
    return {
      ...NOTHING,
      lack: 'a pipe can be read only once; save the recording to a file to see its streams',
    };
  const named = [...markFindings(target)].map(
    ([exchange, events]) => [exchange, [...events.keys()].filter((event) => event !== undefined)] as const,
  );
  return readStreams(source, format, LIMITS, new Map(named));
}

function tooMany(): InputStreams {
  return {
    ...NOTHING,
    lack: `the page shows the streams of ${MOST_INPUTS} inputs; check this one by itself to see its streams`,
  };
}

function violations({ summary }: TargetReport): number {
  return summary.failed + summary.warned;
}
