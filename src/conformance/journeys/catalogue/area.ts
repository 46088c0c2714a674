import type { Journey } from '../journey.ts';

type Definition = Omit<Journey, 'name' | 'task' | 'plain'>;

/**
 * Declares the journeys of an area, which have one task.
 *
 * @param usual what they have unless they say otherwise
 * @param plain the journey that does the same in plain circumstances; it may be one of them
 */
export function area(
  name: string,
  usual: Pick<Journey, 'task' | 'body' | 'answers'>,
  plain: string = `${name}.plain`,
): (topic: string, definition: Definition) => Journey {
  return (topic, definition) => {
    const full = `${name}.${topic}`;
    return { ...usual, ...definition, name: full, ...(full !== plain && { plain }) };
  };
}
