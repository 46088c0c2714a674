import { isDeepStrictEqual } from 'node:util';
import type { DeclaredConnector, Directory } from '../directory/types.ts';

/** A changed directory that has the earlier object of each connector whose declaration is the same. Their sessions belong to these objects. */
export function keepUnchanged(earlier: Directory, changed: Directory): Directory {
  const keep = ([id, connector]: [number, DeclaredConnector]) => {
    const known = earlier.connectors.get(id);
    return [id, known && isDeepStrictEqual(known, connector) ? known : connector] as const;
  };
  return { ...changed, connectors: new Map(Array.from(changed.connectors, keep)) };
}
