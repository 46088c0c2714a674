import { expect, it } from 'vitest';
import { address } from '../../../scripts/portal/addresses.ts';
import {
  areaPage,
  checkPage,
  failurePage,
  openPointPage,
  requirementPage,
} from '../../../src/conformance/report/docs-links.ts';

it.each([
  ['a requirement', requirementPage, address.requirement, 'stream.terminal.last'],
  ['an area', areaPage, (id: string) => address.area(id.replace(/\..*/, '')), 'stream.terminal.last'],
  ['an open point', openPointPage, address.openPoint, 'A-80'],
  ['a check', checkPage, address.check, 'turns.replay.same'],
  ['a failure', failurePage, address.failure, 'chat-busy'],
])('the link to %s matches its place in the portal', (_, page, portal, id) => {
  for (const docs of ['https://docs.example/v1', 'https://docs.example/v1/'])
    expect(page(docs, id)).toBe(`https://docs.example/v1${portal(id)}`);
});
