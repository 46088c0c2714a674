import { excerpt } from '../excerpt.ts';
import { isObject, objectsIn } from '../json.ts';
import { BoundedSet } from './bounded-set.ts';
import type { JudgedEvent, StreamRuleFactory } from './rule.ts';

/** Interactions of a stream whose ids are remembered. With more, the stream cannot show that all ids differ. */
const REMEMBERED = 10_000;
/**
 * Interactions that auto mode allows: connecting an account, which the rule excepts, and a plan, where the text contradicts
 * itself.
 */
const ALLOWED_IN_AUTO = new Set(['auth_required', 'plan_approval']);

/** Every interaction has its own id, and the mode of the turn allows it. */
export const actions: StreamRuleFactory = (context) => {
  const ids = new BoundedSet(REMEMBERED, context.remember);

  const isUnique = (event: JudgedEvent) => {
    const id = event.data.action_id;
    if (typeof id !== 'string') return;
    if (!ids.has(id)) {
      ids.add(id);
      return;
    }
    context.report('stream.action.unique-id', event, {
      pointer: '/action_id',
      expected: 'an action_id that no earlier interaction of the stream has',
      actual: `${excerpt(id)} again`,
    });
  };

  const fitsMode = (event: JudgedEvent) => {
    const { kind } = event.data;
    if (typeof kind !== 'string' || context.permissionMode === undefined) return;
    context.exercise('stream.action.manual-only');
    if (context.permissionMode === 'manual' || ALLOWED_IN_AUTO.has(kind)) return;
    context.report('stream.action.manual-only', event, {
      pointer: '/kind',
      expected: 'no interaction but auth_required in a turn with permission_mode auto',
      actual: excerpt(kind),
    });
  };

  return {
    on: {
      'message.action_required': (event) => {
        isUnique(event);
        fitsMode(event);
        hasFlatSchema(event, context);
        namesTools(event, context);
      },
    },
    end() {
      if (ids.hasLost)
        context.cannotJudge(
          'stream.action.unique-id',
          `a stream has more than ${REMEMBERED} interactions, and the ids of later ones were not compared`,
        );
      else if (ids.size > 1) context.exercise('stream.action.unique-id');
    },
  };
};

/** A step of a plan has `tool` only if it uses one, and so never an empty name. */
function namesTools(event: JudgedEvent, context: Parameters<StreamRuleFactory>[0]): void {
  const { kind, payload } = event.data;
  if (kind !== 'plan_approval' || !isObject(payload) || !isObject(payload.plan)) return;
  for (const [index, { tool }] of objectsIn(payload.plan.steps).entries()) {
    if (tool === undefined) continue;
    context.exercise('payloads.plan.step-tool');
    if (typeof tool !== 'string' || tool.trim() !== '') continue;
    context.report('payloads.plan.step-tool', event, {
      pointer: `/payload/plan/steps/${index}/tool`,
      expected: 'no tool in a step that uses none',
      actual: excerpt(tool),
    });
  }
}

/** An elicitation asks for a flat object, whose properties are no objects. */
function hasFlatSchema(event: JudgedEvent, context: Parameters<StreamRuleFactory>[0]): void {
  const { kind, payload } = event.data;
  if (kind !== 'elicitation' || !isObject(payload) || !isObject(payload.requested_schema)) return;
  const { type, properties } = payload.requested_schema;
  context.exercise('payloads.elicitation.flat-schema');
  if (type !== undefined && type !== 'object') {
    context.report('payloads.elicitation.flat-schema', event, {
      pointer: '/payload/requested_schema/type',
      expected: '"object"',
      actual: excerpt(type),
    });
    return;
  }
  if (!isObject(properties)) return;
  const nested = Object.entries(properties).find(
    ([, schema]) => isObject(schema) && schema.type === 'object',
  );
  if (!nested) return;
  context.report('payloads.elicitation.flat-schema', event, {
    pointer: '/payload/requested_schema/properties',
    expected: 'properties that are not objects themselves',
    actual: `${excerpt(nested[0])} is an object`,
  });
}
