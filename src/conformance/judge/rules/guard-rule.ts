import type { JudgedEvent, StreamContext, StreamRule } from './rule.ts';

/**
 * Makes a rule that throws nothing. After its first exception the rule is silent for the rest of the stream, and all other rules go on.
 *
 * @param onDefect called with the exception
 */
export function guardRule(
  make: (context: StreamContext) => StreamRule,
  context: StreamContext,
  onDefect: (error: unknown) => void,
): StreamRule {
  let isBroken = false;
  const guard = (call: () => void) => {
    if (isBroken) return;
    try {
      call();
    } catch (error) {
      isBroken = true;
      onDefect(error);
    }
  };
  let rule: StreamRule = {};
  guard(() => {
    rule = make(context);
  });
  const { heard, seen, on = {}, end } = rule;
  const handlers = Object.entries(on).map(
    ([type, handle]) => [type, (event: JudgedEvent) => guard(() => handle(event))] as const,
  );
  return {
    ...(heard && { heard: (at) => guard(() => heard(at)) }),
    ...(seen && { seen: (event) => guard(() => seen(event)) }),
    on: Object.fromEntries(handlers),
    ...(end && { end: (ending) => guard(() => end(ending)) }),
  };
}
