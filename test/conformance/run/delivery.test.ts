import { describe, expect, it } from 'vitest';
import { alarmsIn } from '../../../scripts/ledger/judge-reference.ts';
import { simulate } from '../../../scripts/simulation/simulation.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
import type { LoggedExchange } from '../../../src/conformance/drive/logged-exchange.ts';
import { openTransport } from '../../../src/conformance/drive/undici-transport.ts';
import type { Transport } from '../../../src/conformance/drive/wire.ts';
import { loadRegistry } from '../../../src/conformance/registry/registry.ts';
import { reportTarget } from '../../../src/conformance/report/target.ts';
import { planChecks } from '../../../src/conformance/run/plan-run.ts';
import { runChecks } from '../../../src/conformance/run/run-checks.ts';
import { deliveryChecks } from '../../../src/conformance/suite/cases/stream/delivery.ts';
import { CHECKS } from '../../../src/conformance/suite/index.ts';
import { describeDelivery } from '../../../src/conformance/verdict/delivery.ts';
import { assemble } from '../../../src/reference/start.ts';

/** A proxy between the suite and the service. */
type Between = (transport: Transport) => Transport;

/** A proxy that forwards a response only once it has the whole of it. */
const buffering: Between = (transport) => ({
  ...transport,
  async send(request, signal, pause) {
    const { body, ...head } = await transport.send(request, signal, pause);
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(Uint8Array.from(piece));
    const whole = async function* () {
      yield Buffer.concat(pieces);
    };
    return { ...head, body: whole() };
  },
});

const runFirst = (between: Between) =>
  simulate(async ({ clock, network: { listen, connect } }) => {
    const server = await assemble({ clock, listen, report() {} });
    const transport = between(openTransport({ baseUrl: server.url, limits: DRIVE_LIMITS, clock, connect }));
    const checks = [...deliveryChecks, ...CHECKS.filter(({ id }) => id.startsWith('stream.ping.after-t'))];
    const profile = referenceProfileOf(server.url, 1);
    const plan = planChecks(checks, profile, { only: [], skip: [], isFast: false, isLong: false });
    const registry = loadRegistry();
    try {
      const result = await runChecks({ plan, profile, transport, requirements: registry.requirements });
      const { verdict } = reportTarget('x', result.judgement, registry);
      return { ...result, verdict, report: reportTarget('x', result.judgement, registry) };
    } finally {
      await transport.close();
      await server.close();
    }
  });

describe('the delivery of a stream', () => {
  it('shows within a minute that a proxy buffers, and ends the run', async () => {
    const { report, outcomes, verdict, duration } = await runFirst(buffering);
    expect(report.incomplete[0]).toMatch(
      /^the run was given up: the head of a stream came only with its end, 3\d s after/,
    );
    expect(outcomes.map(({ check }) => check.id)).toEqual(['stream.delivery.while-running']);
    expect(duration).toBeLessThan(60_000);
    expect(verdict).toBe('nonconformant');
    expect(alarmsIn(report)).toEqual([
      expect.stringMatching(/^stream\.ping\.cadence: each ping when it is sent; .* held back for 1\d\.\d s/),
    ]);
  });

  it('is sound where nothing buffers', async () => {
    const { report, outcomes } = await runFirst((transport) => transport);
    expect(report.incomplete).toEqual([]);
    expect(outcomes.map(({ status }) => status)).not.toContain('incomplete');
    expect(outcomes.length).toBeGreaterThan(1);
    expect(alarmsIn(report)).toEqual([]);
  });
});

describe('short streams, with no long scenario in the profile', () => {
  const stream = (first: number, last: number, end: LoggedExchange['end'] = 'server') =>
    ({
      sentAt: 0,
      headers: { 'content-type': 'text/event-stream' },
      chunks: [first, last].map((at) => ({ at, bytes: Buffer.from('event: x\n\n') })),
      end,
    }) as unknown as LoggedExchange;

  it('cause a remark if each slow stream arrived in one piece', () => {
    const slow = [stream(4000, 4010), stream(2000, 2000), stream(3000, 3001)];
    expect(describeDelivery([...slow, stream(5, 9)], 1).join()).toMatch(/^each of the 3 streams/);
  });

  it.each([
    ['few of them were slow', [stream(4000, 4010), stream(2000, 2000), stream(3, 4)]],
    ['one arrived as it was produced', [...Array(9).fill(stream(4000, 4010)), stream(20, 4000)]],
    ['they were not read to their end', Array(9).fill(stream(4000, 4010, 'client'))],
  ])('cause no remark if %s', (_, exchanges) => {
    expect(describeDelivery(exchanges, 1)).toEqual([]);
  });
});

describe('streams with pings, of a server whose timers run 20 times faster', () => {
  const START = 'event: message.start\ndata: {}\n\n';
  const PING = 'event: ping\ndata: {}\n\n';
  const stream = (number: number, ...pieces: readonly (readonly [number, string])[]) =>
    ({
      number,
      sentAt: 0,
      headers: { 'content-type': 'text/event-stream' },
      chunks: pieces.map(([at, text]) => ({ at, bytes: Buffer.from(text) })),
      end: 'server',
    }) as unknown as LoggedExchange;
  const held = (number: number) => stream(number, [750, START], [752, PING], [900, 'event: x\n\n']);
  const sound = (number: number) => stream(number, [4, START], [754, PING], [900, 'event: x\n\n']);
  const early = (number: number) => stream(number, [4, START], [4, PING], [900, 'event: x\n\n']);
  const short = (number: number) => stream(number, [4, START]);

  it('cause a remark if each began with a ping', () => {
    const found = describeDelivery([short(0), held(1), held(2), short(3), held(4), held(5)], 20);
    expect(found).toEqual([expect.stringMatching(/^each of the 4 streams .* \(exchanges 1, 2, 4, …\)$/)]);
  });

  it.each([
    ['few of them had a ping', [held(0), held(1), short(2)]],
    ['the service sends each ping at once', [early(0), early(1), early(2)]],
    ['one began at once', [held(0), held(1), held(2), sound(3)]],
  ])('cause no remark if %s', (_, exchanges) => {
    expect(describeDelivery(exchanges, 20)).toEqual([]);
  });
});
