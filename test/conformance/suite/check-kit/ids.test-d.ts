/** A wrong id in a check, a breakage, a variant or a table is a compile error. Each id here is one letter off. */
import { breakage, variant } from '../../../../src/alterations/alteration.ts';
import type { StreamContext } from '../../../../src/conformance/judge/rules/rule.ts';
import { check, R } from '../../../../src/conformance/suite/check-kit/check.ts';
import type { CheckContext } from '../../../../src/conformance/suite/check-kit/context.ts';
import type { Fault } from '../../../../src/reference/faults/faults.ts';

export const wrongRow = check({
  id: 'chats.get',
  // @ts-expect-error there is no such requirement
  requirements: ['chats.get.exist'],
  async run() {},
});

export const wrongDocumentedRow = check({
  id: 'chats.get',
  // @ts-expect-error there is no such requirement
  requirements: [R['chats.get.exist']],
  async run() {},
});

export const wrongNeed = check({
  id: 'chats.get',
  requirements: ['chats.get.exists'],
  // @ts-expect-error there is no such scenario
  needs: ['scenario:long_tum'],
  async run() {},
});

export async function claims(t: CheckContext): Promise<void> {
  // @ts-expect-error there is no such requirement
  const row = t.expect('chats.get.exist');
  // @ts-expect-error there is no such failure
  row.failsWith(await t.main.get('/chats'), 'not-fonud');
  // @ts-expect-error there is no such scenario
  t.scenario('long_tum');
  // @ts-expect-error there is no such resource
  t.resource('agnet');
  // @ts-expect-error there is no such fault
  t.fault('persistance');
  // @ts-expect-error there is no such credential
  t.as('secnod');
}

// @ts-expect-error there is no such requirement
export const wrongBreakage = breakage('chats.get.exist', 'It is not there.', (sound) => sound);
// @ts-expect-error there is no such requirement
export const wrongWay = breakage('chats.get.exist/never', 'It is not there.', (sound) => sound);
// @ts-expect-error there is no such requirement
export const fault: Fault['requirement'] = 'errors.agents-disabeld.answer';
// @ts-expect-error there is no such open point
export const wrongVariant = variant('A-999=other', 'It differs.', (sound) => sound);

export function rule(context: StreamContext): void {
  // @ts-expect-error there is no such requirement
  context.exercise('stream.terminal.exactly-once');
}
