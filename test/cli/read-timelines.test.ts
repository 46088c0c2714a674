import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runInProcess } from './run-in-process.ts';
import { makeWorkspace, recording } from './workspace.ts';

const files = makeWorkspace();

async function report(inputs: readonly string[], stdin?: string): Promise<string> {
  const file = files.path('report.html');
  await runInProcess(['check', ...inputs, '--reporter', 'html', '--output', file], stdin);
  return readFileSync(file, 'utf8');
}

const titles = (html: string) =>
  [...html.matchAll(/<article class="exchange" id="([^"]*)">/g)].map(([, id]) => id);

describe('the timelines in the report of recordings', () => {
  it('show the stream of each input, with its findings', async () => {
    const html = await report([recording('broken/usage-strings.sse'), recording('valid/plain.sse')]);
    expect(titles(html)).toEqual(['stream', '2:stream']);
    expect(html).toMatch(/findings at event <a href="#stream-event-11">11<\/a>/);
  });

  it('cover only the inputs with the most violations if there are many', async () => {
    const sound = readFileSync(recording('valid/plain.sse'));
    const many = Array.from({ length: 21 }, (_, index) => files.write(`${index + 10}.sse`, sound));
    const html = await report([...many, recording('broken/usage-strings.sse')]);
    expect(titles(html)).toHaveLength(20);
    expect(titles(html)).toContain('22:stream');
    expect(html).toContain('the page shows the streams of 20 inputs; check this one by itself');
  });

  it('stay small for a long stream, and say what they omit', async () => {
    const delta = 'event: message.delta\ndata: {"text":"x","replace":false}\n\n';
    const html = await report([files.write('long.sse', delta.repeat(100_000))]);
    const short = await report([files.write('short.sse', delta.repeat(100))]);
    expect(html).toContain('100000 events, without times: evenly spaced; 98200 of them left out');
    expect(html.length - short.length).toBeLessThan(20_000);
  });

  it('are missing for a pipe, and the page explains why', async () => {
    const html = await report(['-'], readFileSync(recording('valid/plain.sse'), 'utf8'));
    expect(titles(html)).toEqual([]);
    expect(html).toContain('a pipe can be read only once; save the recording to a file to see its streams');
  });
});
