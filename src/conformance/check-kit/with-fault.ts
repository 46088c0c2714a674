import type { SendOptions, Turn } from '../drive/actor.ts';
import type { CheckContext } from './context.ts';

/** A turn that meets a fault, and what to send it with. The check declares the fault among its needs. */
export function withFault(
  t: CheckContext,
  name: string,
  turn: Turn = t.plain(),
  options: SendOptions = {},
): [Turn, SendOptions] {
  const { headers, body } = t.fault(name);
  return [
    { ...turn, ...body },
    { ...options, headers: { ...options.headers, ...headers } },
  ];
}
