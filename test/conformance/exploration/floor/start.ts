import { type Simulation, simulate } from '../../../../scripts/simulation/simulation.ts';
import type { Decorator } from '../../../../src/reference/ports.ts';
import { assemble } from '../../../../src/reference/start.ts';

/** Runs work with a server in this process, on a virtual clock. @param defects the defects of the server, none by default */
export function withServer<Result>(
  defects: readonly Decorator[],
  work: (url: string, simulation: Simulation) => Promise<Result>,
): Promise<Result> {
  return simulate(async (simulation) => {
    const { clock, network } = simulation;
    const report = (error: unknown) => {
      throw error;
    };
    const server = await assemble({ clock, listen: network.listen, decorators: defects, report });
    try {
      return await work(server.url, simulation);
    } finally {
      await server.close();
    }
  });
}
