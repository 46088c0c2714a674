import { expect, it } from 'vitest';
import { RunProgress } from '../../src/cli/run-progress.ts';

function open(columns = 120, cost = {}) {
  const lines: string[] = [];
  const clock = { now: 0 };
  const output = { write: (text: string) => lines.push(text.replace('\r\u001b[2K', '')), on() {}, columns };
  return {
    progress: new RunProgress(output, { checks: 3, modelTurns: 0, timeScale: 2, ...cost }, () => clock.now),
    lines,
    clock,
  };
}

it('names the longest wait, and how long it may still last', () => {
  const { progress, lines, clock } = open();
  progress.begin({ id: 'interactions.expiry', waits: 130_000 });
  progress.begin({ id: 'stream.ping', waits: 40_000 });
  progress.begin({ id: 'chats.get' });
  progress.end({ id: 'chats.get' });
  clock.now = 20_000;
  progress.end({ id: 'stream.ping' });
  expect(lines).toEqual([
    '1/3 checks; waiting up to 65 s for interactions.expiry and 1 more',
    '2/3 checks; waiting up to 45 s for interactions.expiry',
  ]);
});

it('acknowledges a signal at once', () => {
  const { progress, lines } = open();
  progress.stop();
  expect(lines).toEqual(['0/3 checks; stopping and cleaning up; Ctrl-C again ends it at once']);
});

it('stays in one line of the terminal, and erases it', () => {
  const { progress, lines } = open(10);
  progress.stop();
  progress.clear();
  expect(lines).toEqual(['0/3 check', '']);
});

it('says how many turns that reach a model the run sends', () => {
  const { progress, lines } = open(120, { modelTurns: 480 });
  progress.end({ id: 'chats.get' });
  expect(lines).toEqual(['1/3 checks, about 480 turns to a model']);
});
