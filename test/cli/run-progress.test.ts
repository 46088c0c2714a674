import { expect, it } from 'vitest';
import { RunProgress } from '../../src/cli/run-progress.ts';

function open({ isTTY = true, columns = 120, cost = {} } = {}) {
  const lines: string[] = [];
  const clock = { now: 0 };
  const output = {
    write: (text: string) => lines.push(text.replace('\r\u001b[2K', '')),
    on() {},
    columns,
    isTTY,
  };
  const progress = new RunProgress(output, {
    checks: 3,
    modelTurns: 0,
    timeScale: 2,
    now: () => clock.now,
    ...cost,
  });
  return { progress, lines, clock };
}

it('shows the elapsed time, the failures, and how long the longest wait may still last', () => {
  const { progress, lines, clock } = open();
  progress.begin({ id: 'interactions.expiry', waits: 130_000 });
  progress.begin({ id: 'stream.ping', waits: 40_000 });
  progress.begin({ id: 'chats.get' });
  progress.end({ id: 'chats.get' }, 'violated');
  clock.now = 20_000;
  progress.end({ id: 'stream.ping' }, 'incomplete');
  expect(lines).toEqual([
    '0:00 1/3 checks, 1 failed; waiting 1:05 for interactions.expiry and 1 more',
    '0:20 2/3 checks, 1 failed, 1 incomplete; waiting 0:45 for interactions.expiry',
  ]);
});

it('shows how long a check has run whose wait is over or which does not wait', () => {
  const { progress, lines, clock } = open();
  progress.begin({ id: 'interactions.expiry', waits: 130_000 });
  clock.now = 60_000;
  progress.begin({ id: 'chats.get' });
  clock.now = 147_000;
  progress.write();
  progress.end({ id: 'interactions.expiry' }, 'passed');
  expect(lines).toEqual([
    '2:27 0/3 checks; chats.get has run for 1:27 and 1 more',
    '2:27 1/3 checks; chats.get has run for 1:27',
  ]);
  const other = open();
  other.progress.begin({ id: 'interactions.expiry', waits: 130_000 });
  other.clock.now = 147_000;
  other.progress.write();
  expect(other.lines).toEqual(['2:27 0/3 checks; interactions.expiry has run for 2:27']);
});

it('writes whole lines to a log, and only from time to time', () => {
  const { progress, lines, clock } = open({ isTTY: false });
  progress.begin({ id: 'interactions.expiry', waits: 130_000 });
  progress.end({ id: 'chats.get' }, 'passed');
  expect(lines).toEqual([]);
  clock.now = 30_000;
  progress.write();
  progress.clear();
  expect(lines).toEqual(['0:30 1/3 checks; waiting 0:35 for interactions.expiry\n']);
});

it('shows that the run looks for smaller situations after its checks', () => {
  const { progress, lines } = open();
  progress.lookAgain({ id: 'chats.get' }, 29);
  expect(lines).toEqual([
    '0:00 0/3 checks; looking for a smaller situation that shows the violation of chats.get, at most 29 more',
  ]);
  const log = open({ isTTY: false });
  for (const left of [29, 28]) log.progress.lookAgain({ id: 'chats.get' }, left);
  expect(log.lines).toEqual([
    'all checks have ended; looking for smaller situations that show the violations\n',
  ]);
});

it('shows how a sequence becomes shorter, and what else runs once that is over', () => {
  const cost = { checks: undefined };
  const now = { requirement: 'chats.get', steps: 12, turnsLeft: 40 };
  const { progress, lines } = open({ cost });
  progress.shorten(now);
  progress.shorten({ ...now, steps: 3, turnsLeft: 21 });
  progress.shorten(undefined);
  progress.end({ id: 'exploration.1' }, 'passed');
  expect(lines).toEqual([
    '0:00 0 sequences; shortening the sequence that violates chats.get: 12 steps, at most 40 more turns',
    '0:00 0 sequences; shortening the sequence that violates chats.get: 3 steps, at most 21 more turns',
    '0:00 1 sequences',
  ]);
  const log = open({ isTTY: false, cost });
  for (const steps of [12, 3]) log.progress.shorten({ ...now, steps });
  log.progress.shorten(undefined);
  log.progress.write();
  expect(log.lines).toEqual([
    '0:00 0 sequences; shortening the sequence that violates chats.get: 12 steps, at most 40 more turns\n',
    '0:00 0 sequences\n',
  ]);
});

it('acknowledges a signal at once', () => {
  const { progress, lines } = open();
  progress.stop();
  expect(lines).toEqual(['0:00 0/3 checks; stopping and cleaning up; press Ctrl-C again to end at once']);
});

it('stays in one line of the terminal, and erases that line', () => {
  const { progress, lines } = open({ columns: 10 });
  progress.stop();
  progress.clear();
  expect(lines).toEqual(['0:00 0/3 ', '']);
});

it('shows how many turns of the run reach a model', () => {
  const { progress, lines } = open({ cost: { modelTurns: 480 } });
  progress.end({ id: 'chats.get' }, 'passed');
  expect(lines).toEqual(['0:00 1/3 checks, about 480 turns to a model']);
});
