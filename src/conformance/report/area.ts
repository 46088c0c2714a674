/** The area of a requirement or check: the first part of its id. */
export function areaOf(id: string): string {
  return id.slice(0, id.indexOf('.'));
}
