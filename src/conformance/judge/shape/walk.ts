import { escapePointer, isObject, type JsonObject } from '../json.ts';
import type { Place } from '../place.ts';
import { type ShapeNode, shapeOf } from './node.ts';

/** Receives what a walk over a value finds. */
export interface ShapeVisitor {
  /** Called once for each requirement that values at a place exercise. */
  row(requirement: string, place: Place): void;
  /** The parts of shapes whose requirements were reported at a place before, in this walk or another one. */
  reportedAt(place: Place): Set<object>;
  /** Called for each time in a value. `pointer` returns its JSON Pointer, and works during the call only. */
  time(text: string, pointer: () => string): void;
}

/**
 * Visits all parts of values that their shapes describe. The visitor gets each requirement once for each place, however many values exercise
 * it: every event is walked, and after the first few events only times are left to report.
 */
export class ShapeWalk {
  readonly #visitor: ShapeVisitor;
  #reported = new Set<object>();
  #place: Place = '';
  readonly #path: (string | number)[] = [];
  readonly #pointer = () => this.#path.map((token) => `/${escapePointer(String(token))}`).join('');

  constructor(visitor: ShapeVisitor) {
    this.#visitor = visitor;
  }

  visit(type: string, value: unknown, place: Place): void {
    this.#path.length = 0;
    if (place !== this.#place) {
      this.#place = place;
      this.#reported = this.#visitor.reportedAt(place);
    }
    this.#visit(shapeOf(type), value);
  }

  #visit(node: ShapeNode, value: unknown): void {
    if (!this.#reported.has(node)) this.#reportRows(node, value);
    if (node.isTime && typeof value === 'string') this.#visitor.time(value, this.#pointer);
    if (node.isLeaf) return;
    for (const part of node.parts) this.#visit(part, value);
    const chosen = node.chosen(value) ?? node.branch(value);
    if (chosen) this.#visit(chosen, value);
    if (node.members.length > 0 && isObject(value)) this.#visitMembers(node, value);
    if (node.items && Array.isArray(value)) this.#visitItems(node.items, value);
  }

  #reportRows(node: ShapeNode, value: unknown): void {
    if (node.row !== undefined) this.#visitor.row(node.row, this.#place);
    const { requiredRows } = node;
    // Only an object exercises the presence of members, so the node stays unreported until there is one.
    if (requiredRows && !isObject(value)) return;
    for (const name in requiredRows) this.#visitor.row(requiredRows[name] as string, this.#place);
    this.#reported.add(node);
  }

  #visitMembers(node: ShapeNode, value: JsonObject): void {
    for (const [name, member] of node.members) {
      const part = value[name];
      if (part === undefined) continue;
      this.#path.push(name);
      this.#visit(member, part);
      this.#path.pop();
    }
  }

  #visitItems(items: ShapeNode, value: readonly unknown[]): void {
    for (let index = 0; index < value.length; index++) {
      this.#path.push(index);
      this.#visit(items, value[index]);
      this.#path.pop();
    }
  }
}
