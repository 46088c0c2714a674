import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findChromium } from './chromium.ts';
import { servePacked } from './serve-packed.ts';

/** A stream with text, steps and a failover, on its timeline. */
const PAGE = 'stream/player/?stream=failover';
const SIZE = '1280,800';
/** Time for the page to draw itself, in milliseconds of its own clock. */
const DRAWING = 10_000;

/** Takes a picture of the stream player. @param folder the built portal */
export async function takePicture(folder: string, file: string): Promise<void> {
  const chromium = findChromium();
  const server = await servePacked(folder);
  try {
    await promisify(execFile)(chromium, [
      '--headless',
      '--no-sandbox',
      '--hide-scrollbars',
      `--window-size=${SIZE}`,
      `--virtual-time-budget=${DRAWING}`,
      `--screenshot=${file}`,
      `${server.url}/${PAGE}`,
    ]);
  } finally {
    server.close();
  }
}
