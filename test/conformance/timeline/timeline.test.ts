import { expect, it } from 'vitest';
import { laneOf } from '../../../src/conformance/timeline/timeline.ts';

it.each([
  ['message.start', '{}', 'turn'],
  ['message.delta', '{}', 'text'],
  ['message.step', '{"steps":[{"key":"reasoning"}]}', 'steps'],
  ['message.step', '{"steps":[{"key":"agent","agent":{"task_id":"t"}}]}', 'agents'],
  ['message.step', '{"steps":[{"key":"agents_delegated","agent_task_ids":["t"]}]}', 'agents'],
  ['message.action_required', '{}', 'interactions'],
  ['ping', '{}', 'pings'],
  ['something.new', '{}', 'turn'],
  ['constructor', '{}', 'turn'],
])('the lane of an event for %s %s is %s', (type, data, lane) => {
  expect(laneOf({ type, data })).toBe(lane);
});
