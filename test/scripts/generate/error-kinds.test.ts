import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorKinds } from '../../../generated/error-kinds.js';
import rows from '../../../generated/errors.json' with { type: 'json' };
import { buildErrorKinds } from '../../../scripts/generate/error-kinds.ts';
import { smallSpec } from './small-spec.ts';

describe('the kinds of failures', () => {
  it('are those of the rows, identified by status, code and data.code', () => {
    expect(errorKinds.map(({ kind }) => kind)).toEqual(rows.map(({ id, kind = id }) => kind));
    const keys = errorKinds.map(
      ({ kind, status, code, dataCode }) => `${status} ${code ?? kind} ${dataCode}`,
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('say which requests a client may retry: those whose row says that it is safe', () => {
    const resent = errorKinds.flatMap(({ kind, resend }) => (resend ? [`${kind}: ${resend}`] : []));
    expect(resent).toEqual([
      'turn-in-progress: wait',
      'outcome-unknown: soon',
      'cancel-not-delivered: soon',
      'agents-unavailable: soon',
      'save-unconfirmed: soon',
      'decision-not-sent: soon',
      'interactions-unavailable: soon',
    ]);
    const forbidden = rows
      .filter(({ retry }) => /^Do not repeat the request/.test(retry))
      .map(({ id }) => id);
    expect(resent.filter((text) => forbidden.some((id) => text.startsWith(`${id}:`)))).toEqual([]);
  });

  it('each have a chapter in docs/errors.md', () => {
    const page = readFileSync('docs/errors.md', 'utf8');
    expect(errorKinds.filter(({ kind }) => !page.includes(`\n### ${kind}\n`))).toEqual([]);
  });

  it('cannot have a requirement that does not follow from the kind', () => {
    const [row] = smallSpec().array('errors.yaml');
    const changed = [{ ...(row as object), requirement: 'pets.lost.somehow' }];
    expect(() => buildErrorKinds(smallSpec({ 'errors.yaml': changed }))).toThrow(
      'no-pet: expected the requirement events.error.no-pet',
    );
  });
});
