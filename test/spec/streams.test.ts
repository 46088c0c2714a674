import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import errors from '../../generated/errors.json' with { type: 'json' };
import events from '../../generated/events.json' with { type: 'json' };
import { accepts, matchesContract, type TypeName } from '../../generated/validators.js';
import { judgeInput } from '../../src/conformance/recordings/judge-input.ts';
import { loadRegistry } from '../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../src/conformance/report/target.ts';
import { EventStreamReader } from '../../src/event-stream/index.ts';
import { examplesFolder, streamExamples } from './example-files.ts';

interface Entry {
  readonly file: string;
  readonly permission_mode: 'manual' | 'auto';
  readonly prompt: string;
  readonly description: string;
}

const index = parse(readFileSync(join(examplesFolder, 'streams/index.yaml'), 'utf8')) as readonly Entry[];
const typeOf = new Map<string, TypeName>(events.map(({ event, type }) => [event, type as TypeName]));

interface Frame {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: each payload is validated against its type before it is read.
  readonly data: any;
}

function readFrames(bytes: Uint8Array): Frame[] {
  const reader = new EventStreamReader();
  reader.push(bytes);
  const frames: Frame[] = [];
  for (let event = reader.next(); event; event = reader.next()) {
    frames.push({ type: event.type, data: JSON.parse(event.data) });
  }
  return frames;
}

const streams = index.map((entry) => {
  const bytes = readFileSync(join(examplesFolder, 'streams', entry.file));
  return { ...entry, bytes, frames: readFrames(bytes) };
});

/** The verdict on a stream, and the ids of the rows that failed or warned. */
async function judge(bytes: Uint8Array, permissionMode: 'manual' | 'auto') {
  const source = { name: 'stream', read: (onBytes: (bytes: Uint8Array) => void) => onBytes(bytes) };
  const judgement = await judgeInput(source, 'sse', { permissionMode });
  const { verdict, requirements } = reportTarget('stream', judgement, loadRegistry());
  const withStatus = (...statuses: string[]) =>
    requirements.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);
  return { verdict, complaints: withStatus('failed', 'warned') };
}

/** The time that an event contains: when a ping was sent, or when the last of its steps began or ended. */
function momentOf({ type, data }: Frame): number | undefined {
  if (type === 'ping') return data.ts * 1000;
  if (type !== 'message.step') return undefined;
  const ends = data.steps.map(
    (step: { timestamp: string; duration?: number }) => Date.parse(step.timestamp) + (step.duration ?? 0),
  );
  return Math.max(...ends);
}

/** The longest silence in milliseconds. An event without a time counts as arriving at once. */
function longestSilence(frames: readonly Frame[]): number {
  const moments = frames.flatMap((frame) => momentOf(frame) ?? []);
  return Math.max(0, ...moments.slice(1).map((moment, index) => moment - (moments[index] as number)));
}

describe('the example streams', () => {
  it.each(streams)('$file is never silent for much longer than 15 seconds without a ping', ({ frames }) => {
    expect(longestSilence(frames)).toBeLessThan(16_000);
  });

  it('are listed in streams/index.yaml', () => {
    const files = streamExamples.map(({ name }) => `${name}.sse`);
    expect(index.map(({ file }) => file).sort()).toEqual(files.sort());
  });

  it.each(streams.map(({ file, frames }) => [file, frames] as const))(
    '%s: each frame is valid for its type',
    (_, frames) => {
      expect(frames.length).toBeGreaterThan(1);
      for (const frame of frames) {
        const type = typeOf.get(frame.type);
        expect(type, `${frame.type} is no event of the contract`).toBeDefined();
        for (const validators of [matchesContract, accepts]) {
          const validate = validators[type as TypeName];
          expect(validate(frame.data), `${frame.type}: ${JSON.stringify(validate.errors)}`).toBe(true);
          expect(validators.StreamEvent(frame)).toBe(true);
        }
      }
    },
  );

  it.each(streams.map(({ file, bytes, permission_mode }) => [file, permission_mode, bytes] as const))(
    '%s is conformant in %s mode, without a warning',
    async (_, permissionMode, bytes) => {
      expect(await judge(bytes, permissionMode)).toEqual({ verdict: 'conformant', complaints: [] });
    },
  );

  it.each([
    [
      'a stream without its end',
      (text: string) => text.slice(0, text.lastIndexOf('event: ')),
      'stream.terminal.exactly-one',
    ],
    [
      'a stream without its start',
      (text: string) => text.slice(text.indexOf('\n\n') + 2),
      'stream.start.always',
    ],
    [
      'text that does not add up',
      (text: string) => text.replace('"text":"', '"text":"Well, '),
      'stream.delta.adds-up',
    ],
  ])('are reported as wrong after a change: %s', async (_, change, requirement) => {
    const plain = streams.find(({ file }) => file === 'plain.sse')?.bytes.toString() ?? '';
    const { complaints } = await judge(Buffer.from(change(plain)), 'auto');
    expect(complaints).toContain(requirement);
  });
});

describe('some example stream shows', () => {
  const frames = streams.flatMap((stream) => stream.frames);

  it.each(events.map(({ event }) => event))('the event %s', (event) => {
    expect(frames.map(({ type }) => type)).toContain(event);
  });

  it.each(['tool_approval', 'plan_approval', 'elicitation', 'auth_required'])(
    'the interaction %s',
    (kind) => {
      const asked = frames.filter(({ type }) => type === 'message.action_required');
      expect(asked.map(({ data }) => data.kind)).toContain(kind);
    },
  );

  it.each(errors.filter(({ channel }) => channel === 'event').map(({ message_code }) => message_code))(
    'the error code %s',
    (code) => {
      const failed = frames.filter(({ type }) => type === 'message.error');
      expect(failed.map(({ data }) => data.code)).toContain(code);
    },
  );

  it.each(
    Object.entries({
      'a failover that replaces the text': (frame: Frame) =>
        frame.type === 'message.delta' && frame.data.replace,
      'a step of an agent task': (frame: Frame) =>
        frame.data.steps?.some((step: { key: string }) => step.key === 'agent'),
      'an interaction of an agent task': (frame: Frame) =>
        frame.type === 'message.action_required' && frame.data.agent,
      'a cancelled turn with text': (frame: Frame) =>
        frame.type === 'message.cancelled' && frame.data.content !== '',
      'a cancelled turn without text': (frame: Frame) =>
        frame.type === 'message.cancelled' && frame.data.content === '',
    }),
  )('%s', (_, isShown) => {
    expect(frames.some(isShown)).toBe(true);
  });
});
