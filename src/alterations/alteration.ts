import type { OpenPointId, RequirementId } from '../../generated/ids.d.ts';
import type { Exchange } from '../reference/http/exchange.ts';
import type { Decorator, Ports } from '../reference/ports.ts';

/** A named behaviour that differs from the sound server's. */
export interface Alteration extends PortChange {
  readonly id: string;
  /** What the altered server does, in one sentence. */
  readonly behaviour: string;
}

/** A misbehaviour that violates one requirement. */
export interface Breakage extends Alteration {
  readonly requirement: RequirementId;
}

/** A different behaviour that is equally correct: another reading of an open point. */
export interface Variant extends Alteration {
  readonly openPoint: OpenPointId | Carrier;
}

/**
 * The formats that carry the answers: HTTP, JSON, and the language of human-readable texts. A server may use any freedom that they give,
 * even if no open point mentions it.
 */
export type Carrier = 'http' | 'json' | 'text';

/** Decorators, and the port that they change. */
export interface PortChange extends Decorator {
  readonly port: keyof Ports | 'exchange' | 'framing' | 'wire';
}

/** Decorates the exchange, the port between the operations and HTTP. */
export type Wrap = (exchange: Exchange) => Exchange;

/** The change made by an alteration. A bare function decorates the exchange, as most alterations do. */
export type Change = Wrap | PortChange;

/**
 * The id of a breakage: a requirement, followed by a slash and a way to break it if there are several. An id with an unknown requirement
 * has the type `never`. Only the first part is type-checked, since a union of all possible ids would take the compiler a minute.
 */
export type BreakageId<Id extends string> = FirstPart<Id, '/'> extends RequirementId ? Id : never;

/** The id of a variant: an open point or a carrier, followed by `=` and the reading. Any other id has the type `never`. */
export type VariantId<Id extends string> = FirstPart<Id, '='> extends OpenPointId | Carrier ? Id : never;

type FirstPart<Id extends string, Separator extends string> = Id extends `${infer First}${Separator}${string}`
  ? First
  : Id;

/** Declares a breakage. */
export function breakage<const Id extends string>(
  id: BreakageId<Id>,
  behaviour: string,
  change: Change,
): Breakage {
  return { id, requirement: id.split('/', 1)[0] as RequirementId, behaviour, ...onPort(change) };
}

/** Declares a variant. */
export function variant<const Id extends string>(
  id: VariantId<Id>,
  behaviour: string,
  change: Change,
): Variant {
  return { id, openPoint: id.split('=', 1)[0] as OpenPointId | Carrier, behaviour, ...onPort(change) };
}

function onPort(change: Change): PortChange {
  return typeof change === 'function' ? { port: 'exchange', exchange: change } : change;
}
