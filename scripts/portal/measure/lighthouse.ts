import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The categories that Lighthouse grades, with their names in its report. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** The result of Lighthouse for an unused page. */
export interface Grades {
  /** From 0 to 100. */
  readonly scores: readonly number[];
  /** Bytes that were sent, as compressed. */
  readonly bytes: number;
  /** The ids of audits that lowered a score. */
  readonly failed: readonly string[];
}

interface LighthouseReport {
  readonly categories: Readonly<
    Record<
      string,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<
    Record<
      string,
      { readonly score: number | null; readonly details?: { readonly items?: readonly Request[] } }
    >
  >;
  readonly runtimeError?: { readonly message: string };
}

interface Request {
  readonly transferSize?: number;
}

/** Makes Lighthouse load a page as on a phone with a slow network. @throws Error if Lighthouse or its browser fails */
export async function gradePage(root: string, url: string, chromium: string): Promise<Grades> {
  const report = JSON.parse(await runLighthouse(root, url, chromium)) as LighthouseReport;
  if (report.runtimeError)
    throw new Error(`Lighthouse could not load ${url}: ${report.runtimeError.message}`);
  const ofCategories = CATEGORIES.map((name) => report.categories[name]);
  const weighed = ofCategories
    .flatMap((category) => category?.auditRefs ?? [])
    .filter(({ weight }) => weight > 0);
  return {
    scores: ofCategories.map((category) => Math.round((category?.score ?? 0) * 100)),
    bytes: (report.audits['network-requests']?.details?.items ?? []).reduce(
      (sum, { transferSize = 0 }) => sum + transferSize,
      0,
    ),
    failed: weighed.map(({ id }) => id).filter((id) => (report.audits[id]?.score ?? 1) < 0.9),
  };
}

function runLighthouse(root: string, url: string, chromium: string): Promise<string> {
  const program = join(root, 'portal/lighthouse/node_modules/lighthouse/cli/index.js');
  const args = [
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--chrome-flags=--headless=new --no-sandbox',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      env: { ...process.env, CHROME_PATH: chromium },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const pieces: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => pieces.push(piece));
    child.on('error', reject);
    child.on('close', (status) =>
      status === 0
        ? resolve(Buffer.concat(pieces).toString())
        : reject(new Error(`Lighthouse ended with ${status} on ${url}`)),
    );
  });
}
