import type { Need } from '../../../generated/ids.d.ts';
import type { Profile } from '../profile/profile.ts';
import type { Check } from '../suite/check-kit/check.ts';
import { ACTIONS, actionOf, CLAIMED, needsOf, whyNot } from './actions.ts';
import type { Action, Step, StepValue, Target } from './step.ts';
import { doubtOldQuestions } from './steps/interactions.ts';
import { World } from './world.ts';

/** Chooses the next step, or returns undefined at the end of the sequence. */
export type Choose = (world: World) => Step | undefined;

/** Draws a number from 0 up to, but not including, a limit. */
export type Draw = (below: number) => number;

/** A sequence as a check, so that a run can judge it, clean up after it and repeat it like any other check. */
export interface SequenceCheck extends Check {
  /** The steps taken so far. The last one may have shown a violation. */
  readonly taken: readonly Step[];
}

/** @param start called for each attempt */
export function sequenceCheck(id: string, profile: Profile, start: () => Choose): SequenceCheck {
  const taken: Step[] = [];
  const needs = new Set<Need>();
  return {
    id,
    requirements: CLAIMED,
    taken,
    get needs() {
      return [...needs];
    },
    async run(t) {
      taken.length = 0;
      needs.clear();
      const world = new World(profile);
      const choose = start();
      const next = () => {
        doubtOldQuestions(t, world);
        return choose(world);
      };
      for (let step = next(); step; step = next()) {
        // A random step can always be taken, but a step of a file may come from another profile.
        const why = whyNot(step, world, profile);
        t.require(why === undefined, `the step "${actionOf(step).describe(step)}" ${why}`);
        taken.push(step);
        for (const need of needsOf(step)) needs.add(need);
        await actionOf(step).take(t, world, step);
      }
    },
  };
}

/** Turns known sequences into checks. */
export function sequenceChecks(
  sequences: readonly (readonly Step[])[],
  profile: Profile,
): readonly SequenceCheck[] {
  return sequences.map((steps, at) =>
    sequenceCheck(`exploration.${at + 1}`, profile, () => chooseInOrder(steps)),
  );
}

export interface RandomOptions {
  /** The actions of the steps; by default all. */
  readonly actions?: readonly Action[];
  /** Called for each step that was drawn and cannot be taken. */
  onUntaken?(step: Step, why: string): void;
}

/** Chooses a given number of steps at random, among those that are possible and whose needs the profile meets. */
export function chooseAtRandom(
  draw: Draw,
  length: number,
  profile: Profile,
  { actions = ACTIONS, onUntaken }: RandomOptions = {},
): Choose {
  let left = length;
  return (world) => {
    if (left === 0) return undefined;
    left -= 1;
    const isAvailable = (step: Step) => {
      const why = whyNot(step, world, profile);
      if (why !== undefined) onUntaken?.(step, why);
      return why === undefined;
    };
    return drawStep(draw, world, actions, isAvailable);
  };
}

/** Takes the given steps in order, and skips those that are not possible. */
export function chooseInOrder(steps: readonly Step[]): Choose {
  let at = 0;
  return (world) => {
    while (at < steps.length) {
      const step = steps[at] as Step;
      at += 1;
      if (isPossible(world, step)) return step;
    }
    return undefined;
  };
}

function drawStep(
  draw: Draw,
  world: World,
  actions: readonly Action[],
  isAvailable: (step: Step) => boolean,
): Step | undefined {
  const offers = actions.map((action) => ({ action, targets: action.offer(world) }));
  const possible = offers.filter(({ targets }) => targets.length > 0);
  for (let attempt = 0; possible.length > 0 && attempt < ATTEMPTS; attempt += 1) {
    const { action, targets } = drawWeighted(draw, possible);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const step = compose(action, drawOne(draw, targets), (values) => drawOne(draw, values));
      if ((action.fits?.(step) ?? true) && isAvailable(step)) return step;
    }
  }
  return undefined;
}

/** Enough draws to find a step wherever the profile allows one. */
const ATTEMPTS = 50;
/** An action of which few values fit together is drawn as often as its weight says. */
const TRIES = 8;

interface Offer {
  readonly action: Action;
  readonly targets: readonly Target[];
}

function drawWeighted(draw: Draw, offers: readonly Offer[]): Offer {
  const total = offers.reduce((sum, { action }) => sum + action.weight, 0);
  let left = draw(total);
  for (const offer of offers) {
    left -= offer.action.weight;
    if (left < 0) return offer;
  }
  throw new RangeError('there is nothing to draw from');
}

function drawOne<Value>(draw: Draw, values: readonly Value[]): Value {
  return values[draw(values.length)] as Value;
}

function compose(
  { name, choices = {} }: Action,
  target: Target,
  pick: (values: readonly StepValue[]) => StepValue,
): Step {
  const chosen = Object.entries(choices).map(([member, values]) => [member, pick(values)] as const);
  return { do: name, ...Object.fromEntries(chosen), ...target };
}

/** For each member of a target that can name a new resource, the resources that already exist. */
const MADE: Readonly<Record<string, (world: World) => ReadonlyMap<string, unknown>>> = {
  chat: ({ chats }) => chats,
  turn: ({ turns }) => turns,
  skill: ({ skills }) => skills,
};

/** Whether a step is possible now. A step that creates something may use any free name. */
function isPossible(world: World, step: Step): boolean {
  return actionOf(step)
    .offer(world)
    .some((target) =>
      Object.entries(target).every(
        ([member, value]) => step[member] === value || isFreeFor(world, member, value, step[member]),
      ),
    );
}

/** Whether both names are free, so that either can be used for the new resource. */
function isFreeFor(world: World, member: string, offered: StepValue, asked: StepValue | undefined): boolean {
  const taken = MADE[member]?.(world);
  return taken !== undefined && !taken.has(String(offered)) && !taken.has(String(asked));
}
