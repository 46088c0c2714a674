import type { DeclaredConnector } from '../directory/types.ts';
import { ConnectorFailure } from './connectors.ts';
import { openHttpLine } from './http-line.ts';
import { openInProcessLine } from './in-process.ts';
import type { Line } from './line.ts';
import { openStdioLine } from './stdio-line.ts';

/**
 * Opens a line to a connector over the transport that the seed declares.
 *
 * @throws ConnectorFailure when the connector is not connected, or its token is missing
 */
export function openLine(connector: DeclaredConnector, environment: NodeJS.ProcessEnv): Line | Promise<Line> {
  const { transport } = connector;
  switch (transport.kind) {
    case 'in-process':
      return openInProcessLine();
    case 'stdio':
      return openStdioLine(transport.command, transport.args);
    case 'http':
      return openHttpLine(transport.url, readToken(connector, transport.tokenFrom, environment));
    case 'unconnected':
      throw new ConnectorFailure(`The connector ${JSON.stringify(connector.name)} is not connected.`);
  }
}

function readToken(
  { name }: DeclaredConnector,
  variable: string | undefined,
  environment: NodeJS.ProcessEnv,
) {
  if (variable === undefined) return undefined;
  const token = environment[variable];
  if (token) return token;
  throw new ConnectorFailure(
    `The connector ${JSON.stringify(name)} has no token; set the environment variable ${variable}.`,
  );
}
