import type { JudgeOptions } from '../../../src/conformance/recordings/format-judge.ts';
import type { ByteSource, InputFormat } from '../../../src/conformance/recordings/input.ts';
import { judgeInput } from '../../../src/conformance/recordings/judge-input.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { assembleReport } from '../../../src/conformance/report/assemble.ts';
import type { Report, RequirementReport, TargetReport } from '../../../src/conformance/report/model.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';

export const registry = loadRegistry();

/** An input in memory, read in pieces of a given length. */
function sourceOf(name: string, bytes: string | Uint8Array, piece = 1 << 16): ByteSource {
  const all = Buffer.from(bytes as Uint8Array);
  return {
    name,
    size: all.length,
    read(onBytes) {
      for (let at = 0; at < all.length; at += piece) onBytes(all.subarray(at, at + piece));
    },
  };
}

export async function judgeBytes(
  name: string,
  bytes: string | Uint8Array,
  format: InputFormat = 'sse',
  options: JudgeOptions = {},
  piece?: number,
): Promise<TargetReport> {
  return reportTarget(name, await judgeInput(sourceOf(name, bytes, piece), format, options), registry);
}

export function reportOf(...targets: readonly TargetReport[]): Report {
  const tool = { name: 'conversation-api', version: '0.0.0' } as const;
  return assembleReport({ tool, contract: registry.contract, mode: 'recording' }, targets);
}

export function row({ requirements }: TargetReport, id: string): RequirementReport {
  const found = requirements.find((requirement) => requirement.id === id);
  if (!found) throw new Error(`there is no requirement ${id}`);
  return found;
}
