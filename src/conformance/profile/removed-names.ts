/** A name that profiles could have before. */
export interface RemovedName {
  /** The version of the package that no longer has it. */
  readonly since: string;
  /** What took its place, and what to do with the entry, in one sentence. */
  readonly instead: string;
}

/** The names that profiles no longer have, by the part of the profile. A profile that was written before then gets an answer, not a guess. */
export const REMOVED: Readonly<Record<string, Readonly<Record<string, RemovedName>>>> = {
  resources: {
    several_items: {
      since: '0.1.0',
      instead: 'checks create the items of a list themselves, so delete the entry',
    },
  },
};
