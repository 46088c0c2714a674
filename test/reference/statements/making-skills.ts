import type { Answer, TestClient } from '../harness/client.ts';

/** The required members of a skill. */
export const DRAFT = { name: 'Window text', instructions: 'Write two sentences for the shop window.' };

/** Creates a skill. @returns the skill as the response shows it */
export async function makeSkill(client: TestClient, fields: object = {}): Promise<Answer['body']> {
  const { status, body } = await client.post('/skills', { ...DRAFT, ...fields });
  if (status !== 201) throw new Error(`the skill was not created: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

/** The ids of the skills in a client's list. */
export async function listedSkills(client: TestClient): Promise<number[]> {
  const { data } = (await client.get('/skills?size=200')).body;
  return data.map(({ id }: { id: number }) => id);
}
