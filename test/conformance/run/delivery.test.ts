import { describe, expect, it } from 'vitest';
import { alarmsIn } from '../../../scripts/ledger/judge-reference.ts';
import { simulate } from '../../../scripts/simulation/simulation.ts';
import { referenceProfileOf } from '../../../src/cli/reference-profile.ts';
import type { LoggedExchange } from '../../../src/conformance/drive/exchange-log.ts';
import { DRIVE_LIMITS } from '../../../src/conformance/drive/limits.ts';
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
      chunks: [{ at: first }, { at: last }],
      end,
    }) as unknown as LoggedExchange;

  it('cause a remark if each slow stream arrived in one piece', () => {
    const slow = [stream(4000, 4010), stream(2000, 2000), stream(3000, 3001)];
    expect(describeDelivery([...slow, stream(5, 9)]).join()).toMatch(/^each of the 3 streams/);
  });

  it.each([
    ['few of them were slow', [stream(4000, 4010), stream(2000, 2000), stream(3, 4)]],
    ['one arrived as it was produced', [...Array(9).fill(stream(4000, 4010)), stream(20, 4000)]],
    ['they were not read to their end', Array(9).fill(stream(4000, 4010, 'client'))],
  ])('cause no remark if %s', (_, exchanges) => {
    expect(describeDelivery(exchanges)).toEqual([]);
  });
});
