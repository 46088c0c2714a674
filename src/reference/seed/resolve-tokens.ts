import type { Seed } from '../../../generated/input-files.js';
import type { SeedProblem } from './problem.ts';

type DeclaredCredential = Seed['credentials'][number];

/** What a bearer token looks like, as in the schema. */
const TOKEN = /^[A-Za-z0-9._~+/-]{8,512}=*$/;
const SOURCES = ['token', 'token_from', 'token_file'] as const;

/** Where tokens come from that are not in the seed. */
export interface TokenSources {
  readonly environment: NodeJS.ProcessEnv;
  /** Reads a file that the seed names. @throws the error of the file system */
  readFile(path: string): string;
}

/**
 * Puts the tokens into a seed that names them by an environment variable or a file. White space around a token is dropped, since a file ends
 * with a line end.
 *
 * @param problems gets one for each token that is missing or unusable. None shows a token
 */
export function resolveTokens(seed: Seed, sources: TokenSources, problems: SeedProblem[]): Seed {
  const credentials = seed.credentials.map((credential, index): DeclaredCredential => {
    try {
      return { ...credential, token: tokenOf(credential, sources) };
    } catch (error) {
      if (!(error instanceof TokenError)) throw error;
      const { message, member } = error;
      problems.push({ pointer: `/credentials/${index}${member === undefined ? '' : `/${member}`}`, message });
      return credential;
    }
  });
  return { ...seed, credentials };
}

class TokenError extends Error {
  readonly code = 'unusable-token';
  readonly member: string | undefined;

  constructor(message: string, member?: string) {
    super(message);
    this.member = member;
  }
}

/** @throws TokenError */
function tokenOf(credential: DeclaredCredential, { environment, readFile }: TokenSources): string {
  const [member, another] = SOURCES.filter((each) => credential[each] !== undefined);
  if (member === undefined) throw new TokenError('needs `token`, `token_from` or `token_file`');
  if (another !== undefined) throw new TokenError(`has \`${member}\` and \`${another}\`; write one of them`);
  const { token, token_from: variable, token_file: file } = credential;
  if (token !== undefined) return token;
  const [text, what] =
    variable === undefined
      ? [readToken(file ?? '', readFile), `the file ${file}`]
      : [environment[variable], `the environment variable ${variable}`];
  if (text === undefined) throw new TokenError(`names ${what}, which is not set`, member);
  const found = text.trim();
  if (TOKEN.test(found)) return found;
  throw new TokenError(
    `names ${what}, which holds no token: 8 to 512 of the characters A-Z, a-z, 0-9 and ._~+/-`,
    member,
  );
}

function readToken(path: string, readFile: TokenSources['readFile']): string {
  try {
    return readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new TokenError(`names the file ${path}, which cannot be read (${code})`, 'token_file');
  }
}
