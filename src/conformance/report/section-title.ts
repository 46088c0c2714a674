/**
 * The number of a section of the service description with its title, since few readers have the document at hand.
 *
 * @param sections the titles by number; a report of another version may name a section without a title
 */
export function titleOfSection(number: string, sections: Readonly<Record<string, string>>): string {
  return Object.hasOwn(sections, number) ? `${number} ${sections[number]}` : number;
}
