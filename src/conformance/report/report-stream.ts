import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { isObject } from '../judge/json.ts';

/** The largest report, or report of one input within a report, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;
/** Far deeper than any real report. */
const MOST_DEPTH = 64;

/** Receives the values in a file of reports. */
export interface ReportValues {
  /** One input of a report with several inputs. It comes before the report itself, whose `targets` are then empty. */
  target(value: unknown): void;
  /** A report with all its members except the `targets`. */
  report(value: unknown): void;
}

/** Thrown when the text is invalid. The message says why, in words that can follow the name of the file. */
export class ReportStreamError extends Error {
  readonly code = 'unusable-report';
}

/**
 * Parses a sequence of reports, on separate lines or not. The memory it uses does not grow with the number of reports or of their inputs.
 */
export class ReportStream {
  readonly #tokenizer = new Tokenizer({ separator: '' });
  readonly #parser = new TokenParser({ paths: ['$', '$.targets.*'], separator: '' });
  #depth = 0;
  #bytes = 0;

  constructor(values: ReportValues) {
    this.#tokenizer.onToken = (token) => {
      this.#watchDepth(token.token);
      this.#parser.write(token);
    };
    this.#parser.onValue = ({ value, parent, stack }) => {
      this.#bytes = 0;
      if (stack.length === 0) values.report(value);
      else if (Array.isArray(parent)) {
        parent.pop();
        values.target(value);
      }
    };
  }

  /** @throws ReportStreamError if the bytes are not JSON, or a report is too large */
  push(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes > MOST_BYTES + bytes.length)
      throw new ReportStreamError(`has a report of one input with more than ${MOST_BYTES} bytes`);
    refuseAsOurs(() => this.#tokenizer.write(bytes));
  }

  /** @throws ReportStreamError if the last report ends early */
  end(): void {
    if (this.#depth > 0) throw new ReportStreamError('ends within a report');
    refuseAsOurs(() => this.#tokenizer.end());
  }

  #watchDepth(token: TokenType): void {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
    if (this.#depth > MOST_DEPTH) throw new ReportStreamError(`has values in more than ${MOST_DEPTH} levels`);
  }
}

/** Passes on a report that was parsed in one step, in the same way as the stream does. */
export function passOn(value: unknown, values: ReportValues): void {
  if (isObject(value) && Array.isArray(value.targets)) {
    for (const target of value.targets) values.target(target);
    values.report({ ...value, targets: [] });
  } else values.report(value);
}

/** Errors of the parser have no code and are converted. Errors of the receiver have one and pass through. */
function refuseAsOurs(step: () => void): void {
  try {
    step();
  } catch (error) {
    if ((error as { code?: string }).code !== undefined) throw error;
    throw new ReportStreamError('is not JSON', { cause: error });
  }
}
