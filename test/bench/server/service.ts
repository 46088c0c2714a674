import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Script } from '../../../src/rig/script/act.ts';
import { carryScript } from '../../../src/rig/script/render-script.ts';
import type { RawRequest } from './raw-streams.ts';

/** Headers of every request of the measurements. */
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

/** Saves the answer of a URL in a file for bare-server.cjs. @returns the path of the file */
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

/** Makes the request for a streaming turn in a new chat, whose model follows the script. */
export function turnRequest(script: Script): RawRequest {
  return {
    path: `/api/v1/chats/${randomUUID()}/messages/stream`,
    headers: { ...HEADERS, 'idempotency-key': randomUUID() },
    body: JSON.stringify({ content: carryScript('Hello', script) }),
  };
}
