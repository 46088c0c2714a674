import { describe, expect, it } from 'vitest';
import {
  hasRejected,
  isRejected,
  usableBody,
  usableData,
} from '../../../../src/conformance/judge/shape/rejected.ts';

/** What was sent is shown in place of each value that is rejected. */
const shown = (value: unknown): unknown => {
  if (isRejected(value)) return { rejected: value.sent };
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(member)]));
};

const START = {
  chat_id: '5f1c9a52-6d1e-4c0b-9a35-0e6f2b7d4c11',
  request_id: '8b1f3c8e-2d0a-4f6b-9a57-1d2e3f405162',
};
const LIST = { method: 'GET', path: '/api/v1/skills' };
const skill = (id: unknown) => ({
  id,
  name: 'Tone',
  description: '',
  instructions: 'Rhyme.',
  icon: '',
  level: 'personal',
  visibility: 'private',
  workspace_id: null,
  is_active: true,
  created_at: '2026-03-02T08:30:02Z',
});
const page = (...data: readonly unknown[]) => ({
  status: 'success',
  message: 'OK',
  message_code: 'api_v1_ok',
  data,
  meta: { request_id: START.request_id, page: 1, size: 50, total: data.length },
});

describe('what the shape of a value rejects', () => {
  it('is replaced, and everything beside it stays', () => {
    expect(shown(usableData('message.start', { ...START, message_id: '9525' }, 0))).toEqual({
      ...START,
      message_id: { rejected: '9525' },
    });
    const body = usableBody(LIST, 200, page(skill(1), skill('2')), 0);
    expect(shown(body)).toEqual(page(skill(1), skill({ rejected: '2' })));
    expect(hasRejected(body)).toBe(true);
  });

  it('is the whole list if the body is too long to find everything in it', () => {
    const body = page(skill(1), skill('2'));
    expect(shown(usableBody(LIST, 200, body, 1_000_000))).toEqual({ ...body, data: { rejected: body.data } });
  });

  it.each([
    ['is nothing in a sound value', { ...START, message_id: 9525 }],
    ['is nothing if a member is missing', START],
  ])('%s', (_, data) => {
    expect(hasRejected(usableData('message.start', data, 0))).toBe(false);
  });

  it('is nothing that only our decisions forbid', () => {
    const step = { key: 7, label: 'x', label_code: 'x', status: 'x', timestamp: '2026-03-02T08:30:02Z' };
    expect(usableData('message.step', { steps: [step] }, 0)).toEqual({ steps: [step] });
  });
});
