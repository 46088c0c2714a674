/** A line with which Astro reports that it has written a page. */
const PAGE = /[├└]─ \//;

/** A report is due after each of this many equal parts. */
const PARTS = 10;

/**
 * Follows the output of Astro, which has a line for each page, and reports ten times how far it is.
 *
 * @param total number of pages that Astro will write
 * @returns takes the next line
 */
export function reportPages(total: number, say: (line: string) => void): (line: string) => void {
  let written = 0;
  const part = (count: number) => Math.floor((count * PARTS) / total);
  return (line) => {
    if (!PAGE.test(line)) return;
    written += 1;
    if (part(written) > part(written - 1)) say(`${written} of ${total} pages are written`);
  };
}
