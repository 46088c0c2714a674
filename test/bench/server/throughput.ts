import { startMockServer } from '../../contract/mock-server.ts';
import type { Figure } from '../figure.ts';
import { compareThroughput, type Load } from './load.ts';
import { startBare, startReference } from './processes.ts';
import { createChat, HEADERS, keepAnswer } from './service.ts';

const CHATS = 50;
const LOAD: Load = { connections: 20, rounds: 5, duration: 1 };

/** Compares the answers per second with node:http sending the same bytes, and with Prism's mock of the contract. */
export async function benchThroughput(folder: string): Promise<Figure[]> {
  const ours = await startReference();
  try {
    let chat = '';
    for (let count = 1; count <= CHATS; count++) chat = await createChat(ours.url, `Order ${count}`);
    const path = `/api/v1/chats/${chat}`;
    return [
      await benchAgainstBare({ name: 'one chat', url: `${ours.url}${path}`, atLeast: 0.7 }, folder),
      await benchAgainstBare(
        { name: `a list of ${CHATS} chats`, url: `${ours.url}/api/v1/chats`, atLeast: 0.65 },
        folder,
      ),
      await benchAgainstPrism(ours.url, path),
    ];
  } finally {
    await ours.stop();
  }
}

interface Answering {
  readonly name: string;
  readonly url: string;
  /** The goal. */
  readonly atLeast: number;
}

async function benchAgainstBare({ name, url, atLeast }: Answering, folder: string): Promise<Figure> {
  const bare = await startBare('answer', await keepAnswer(url, folder));
  try {
    const speeds = await compareThroughput(
      { bare: { url: bare.url, headers: HEADERS }, ours: { url, headers: HEADERS } },
      LOAD,
    );
    return {
      name: `answering with ${name}, to node:http`,
      ratio: speeds.ours / speeds.bare,
      goal: { atLeast },
      whenMissed: 'routing, checking and looking up come on top of what node:http does',
      detail: `${perSecond(speeds.ours)}; node:http ${perSecond(speeds.bare)}`,
    };
  } finally {
    await bare.stop();
  }
}

async function benchAgainstPrism(url: string, path: string): Promise<Figure> {
  const prism = await startMockServer('generated/openapi.yaml');
  try {
    const speeds = await compareThroughput(
      {
        prism: { url: `${prism.baseUrl}${path}`, headers: HEADERS },
        ours: { url: `${url}${path}`, headers: HEADERS },
      },
      LOAD,
    );
    return {
      name: "answering with one chat, to Prism's mock",
      ratio: speeds.ours / speeds.prism,
      goal: { atLeast: 5 },
      whenMissed: 'the load generator, and not the server, sets the pace',
      detail: `${perSecond(speeds.ours)}; Prism ${perSecond(speeds.prism)}`,
    };
  } finally {
    await prism.stop();
  }
}

function perSecond(speed: number): string {
  return `${speed.toFixed(0)}/s`;
}
