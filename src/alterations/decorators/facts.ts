/** Limits of the contract. */
export const MOST_AGENTS = 15;
export const METADATA_BYTES = 2048;
export const LONGEST_CONTENT = 64_000;
export const LONGEST_CHAT_NAME = 200;
export const LARGEST_PAGE = 200;

/** Above every id of a seed. */
export const UNKNOWN_IDS_FROM = 1_000_000;

/** Resources of the default seed that not everybody can use, by their ids. */
export const SEED = {
  companyModel: 3,
  /** A library of another user. */
  foreignLibrary: 16,
  skillOfOtherCompany: 31,
  /** A private skill of another user. */
  foreignSkill: 35,
  inactiveAgent: 37,
  disabledAgent: 38,
  deletedAgent: 39,
  /** An agent that only another user sees. */
  foreignAgent: 40,
} as const;
