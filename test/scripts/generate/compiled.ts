/** Runs generated code in a test. */

interface Failure {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

type Validator = ((value: unknown) => boolean) & { errors?: readonly Failure[] | null };

export interface Validators {
  readonly accepts: Readonly<Record<string, Validator>>;
  readonly matchesContract: Readonly<Record<string, Validator>>;
}

export interface Explain {
  readonly explain: Readonly<Record<string, (value: unknown) => readonly Failure[]>>;
}

/** Imports a module from its text. */
export async function importCode<Module>(code: string | undefined): Promise<Module> {
  const url = `data:text/javascript;base64,${Buffer.from(code ?? '').toString('base64')}`;
  return (await import(/* @vite-ignore */ url)) as Module;
}
