import { ConnectorFailure } from './connectors.ts';

/** The connector has forgotten a session that it gave out earlier. Nothing was done, so a new session may be tried. */
export class SessionForgotten extends ConnectorFailure {}
