/** An id that no resource has, as far as the suite can know. It fits into a 32-bit integer column. */
export const MISSING_ID = 2_000_000_000;
