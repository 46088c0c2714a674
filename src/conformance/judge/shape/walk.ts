import { escapePointer, isObject, type JsonObject } from '../json.ts';
import { type ShapeNode, shapeOf } from './node.ts';

/** What the walk over a value tells: the rows that it carries something of, and the times that it holds. */
export interface ShapeVisitor {
  row(requirement: string): void;
  /** `pointer` tells where the time stands; it is worked out when called, during the visit. */
  time(text: string, pointer: () => string): void;
}

/**
 * Visits every part of values that their shapes describe. A row is told once, however many values carry it: the walk is part
 * of judging every event, and after the first few events nothing is left to tell but the times.
 */
export class ShapeWalk {
  readonly #visitor: ShapeVisitor;
  readonly #told = new Set<ShapeNode>();
  readonly #path: (string | number)[] = [];
  readonly #pointer = () => this.#path.map((token) => `/${escapePointer(String(token))}`).join('');

  constructor(visitor: ShapeVisitor) {
    this.#visitor = visitor;
  }

  visit(type: string, value: unknown): void {
    this.#path.length = 0;
    this.#visit(shapeOf(type), value);
  }

  #visit(node: ShapeNode, value: unknown): void {
    if (!this.#told.has(node)) this.#tell(node, value);
    if (node.isTime && typeof value === 'string') this.#visitor.time(value, this.#pointer);
    if (node.isLeaf) return;
    for (const part of node.parts) this.#visit(part, value);
    const chosen = node.chosen(value) ?? node.branch(value);
    if (chosen) this.#visit(chosen, value);
    if (node.members.length > 0 && isObject(value)) this.#visitMembers(node, value);
    if (node.items && Array.isArray(value)) this.#visitItems(node.items, value);
  }

  #tell(node: ShapeNode, value: unknown): void {
    if (node.row !== undefined) this.#visitor.row(node.row);
    const { requiredRows } = node;
    // Presence is exercised by an object only: kept untold until one comes.
    if (requiredRows && !isObject(value)) return;
    for (const name in requiredRows) this.#visitor.row(requiredRows[name] as string);
    this.#told.add(node);
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
