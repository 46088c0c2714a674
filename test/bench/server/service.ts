import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from '../../../src/rig/script/act.ts';
import { carryScript } from '../../../src/rig/script/render-script.ts';
import type { RawRequest } from './raw-streams.ts';

/** What every request of the measurements carries. */
export const HEADERS = { authorization: 'Bearer harbor-main' };

export async function createChat(url: string, name: string): Promise<string> {
  const answer = await fetch(`${url}/api/v1/chats`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

/** Keeps what a URL answers in a file, for a bare server to send. */
export async function keepAnswer(url: string, folder: string): Promise<string> {
  const answer = await fetch(url, { headers: HEADERS });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return keep(await answer.text(), folder);
}

export function keep(content: string, folder: string): string {
  const file = join(folder, `${randomUUID()}.bytes`);
  writeFileSync(file, content);
  return file;
}

/** A streaming turn in a chat of its own, whose model does what the script says. */
export function turnRequest(script: Script): RawRequest {
  return {
    path: `/api/v1/chats/${randomUUID()}/messages/stream`,
    headers: { ...HEADERS, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ content: carryScript('Hello', script) }),
  };
}
