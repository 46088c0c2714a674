export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow';

/** Adds a style to text, or returns it unchanged when the output has no colours. */
export type Paint = (style: Style, text: string) => string;

export const unpainted: Paint = (_style, text) => text;
