import type { DeclaredConnector } from '../directory/types.ts';
import { ConnectorFailure } from './connectors.ts';
import { openHttpLine } from './http-line.ts';
import { openInProcessLine } from './in-process.ts';
import type { Line } from './line.ts';
import { openStdioLine } from './stdio-line.ts';

/**
 * Opens a line to a connector over the transport that the seed declares.
 *
 * @throws ConnectorFailure when the connector is not connected, or a value that it needs is missing or unusable
 */
export function openLine(connector: DeclaredConnector, environment: NodeJS.ProcessEnv): Line | Promise<Line> {
  const { transport } = connector;
  switch (transport.kind) {
    case 'in-process':
      return openInProcessLine();
    case 'stdio':
      return openStdioLine(transport.command, transport.args, {
        ...transport.env,
        ...readAll(connector, transport.envFrom ?? {}, environment),
      });
    case 'http':
      return openHttpLine(transport.url, readHeaders(connector, transport, environment));
    case 'unconnected':
      throw new ConnectorFailure(`The connector ${JSON.stringify(connector.name)} is not connected.`);
  }
}

function readHeaders(
  connector: DeclaredConnector,
  { tokenFrom, headersFrom = {} }: Extract<DeclaredConnector['transport'], { kind: 'http' }>,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  const headers = readAll(connector, headersFrom, environment);
  if (tokenFrom !== undefined) {
    headers.authorization = `Bearer ${readVariable(connector, 'token', tokenFrom, environment)}`;
  }
  // fetch would throw an error that quotes such a value.
  const [unusable] = Object.keys(headers).filter((name) => !/^[\t\x20-\x7e]*$/.test(headers[name] ?? ''));
  if (unusable === undefined) return headers;
  const variable = headersFrom[unusable] ?? tokenFrom;
  throw new ConnectorFailure(
    `The connector ${JSON.stringify(connector.name)} has no usable header ${unusable}; the environment variable ${variable} holds characters that a header cannot contain.`,
  );
}

function readAll(
  connector: DeclaredConnector,
  variables: Readonly<Record<string, string>>,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      readVariable(connector, name, variable, environment),
    ]),
  );
}

function readVariable(
  { name }: DeclaredConnector,
  what: string,
  variable: string,
  environment: NodeJS.ProcessEnv,
): string {
  const value = environment[variable]?.trim();
  if (value) return value;
  throw new ConnectorFailure(
    `The connector ${JSON.stringify(name)} has no ${what}; set the environment variable ${variable}.`,
  );
}
