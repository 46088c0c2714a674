import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { machineClock } from '../../../src/conformance/drive/run-clock.ts';
import { type HttpDriver, httpDriver } from '../../../src/conformance/journeys/http-driver.ts';

let http: HttpDriver;

afterEach(() => http.server.close());

async function open() {
  http = httpDriver();
  http.server.listen(0, '127.0.0.1');
  await once(http.server, 'listening');
  return `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
}

/** Assigns a journey. */
function assign(journey: string, signal = new AbortController().signal) {
  const input = { task: 'chats', does: '', time_scale: 1 } as const;
  return http.driver({ url: 'http://service.test', token: 'a', journey, input, signal });
}

const post = (at: string, journey: string, body: string) =>
  fetch(`${at}/outcome/${journey}`, { method: 'POST', body });

it('hands out each journey once, takes its outcome, and says when there are no more', async () => {
  const at = await open();
  const asked = fetch(`${at}/next`);
  const end = assign('chats.pages');
  expect(await (await asked).json()).toMatchObject({ journey: 'chats.pages', url: 'http://service.test' });
  expect((await post(at, 'chats.pages', '{"ids":[]}')).status).toBe(204);
  expect(await end).toEqual({ told: { ids: [] } });
  const [last] = await Promise.all([fetch(`${at}/next`), http.finish(machineClock)]);
  expect(last.status).toBe(204);
});

it('takes an outcome that is no JSON object for a problem, and refuses one that nobody waits for', async () => {
  const at = await open();
  const end = assign('chats.pages');
  await fetch(`${at}/next`);
  expect((await post(at, 'chats.pages', '[]')).status).toBe(400);
  expect(await end).toEqual({ problem: 'its outcome is no JSON object' });
  expect((await post(at, 'chats.pages', '{}')).status).toBe(404);
});

it('does not hand out a journey whose time is over', async () => {
  const at = await open();
  const late = new AbortController();
  const end = assign('stream.plain', late.signal);
  late.abort();
  expect(await end).toEqual({ problem: 'nobody posted an outcome in time' });
  void assign('chats.pages');
  expect(await (await fetch(`${at}/next`)).json()).toMatchObject({ journey: 'chats.pages' });
});
