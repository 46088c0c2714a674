export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** Gives text a colour, or leaves it as it is where colour has no place. */
export type Paint = (style: Style, text: string) => string;

export const unpainted: Paint = (_style, text) => text;
