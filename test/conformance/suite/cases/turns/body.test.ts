import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ReferenceServer, startReferenceServer } from '../../../../../src/alterations/index.ts';
import { judgeProfile } from '../../../run/judge-profile.ts';

const TIME_SCALE = 100;
/** An answer that takes a while, like that of a real model. */
const SLOW = '```script\n[{"wait": 30}, {"say": "Yes."}]\n```';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReferenceServer({ timeScale: TIME_SCALE });
});
afterAll(() => server.close());

it('waits for the end of a stream, which alone echoes the metadata, even if the model is slow', async () => {
  const { requirements } = await judgeProfile(
    server.url,
    TIME_SCALE,
    ({ scenarios }) => ({ scenarios: { ...scenarios, plain: { body: { content: SLOW } } } }),
    ['turns.metadata.optional'],
  );
  expect(requirements.find(({ id }) => id === 'messages.metadata.echoed')?.status).toBe('passed');
});
