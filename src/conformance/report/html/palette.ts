/** The colours of the HTML report in a light and a dark scheme. A test checks their contrasts against WCAG 2.2. */
export interface Palette {
  readonly page: string;
  /** Background of code and of silent periods. */
  readonly soft: string;
  readonly line: string;
  readonly ink: string;
  readonly dim: string;
  readonly link: string;
  readonly ok: string;
  readonly bad: string;
  readonly warn: string;
  /** Background of a row that a finding names. */
  readonly named: string;
  /** Marks in the lanes. */
  readonly text: string;
  readonly steps: string;
  readonly agents: string;
  readonly asks: string;
}

export const LIGHT: Palette = {
  page: '#ffffff',
  soft: '#f3f4f6',
  line: '#d5d8de',
  ink: '#1b1f27',
  dim: '#535a68',
  link: '#1a56c4',
  ok: '#1f7a3a',
  bad: '#b52b25',
  warn: '#855900',
  named: '#fbeceb',
  text: '#1f6fb2',
  steps: '#0f766e',
  agents: '#7a3ec8',
  asks: '#b45309',
};

export const DARK: Palette = {
  page: '#14171d',
  soft: '#1f242d',
  line: '#39404d',
  ink: '#e8eaf0',
  dim: '#a8b0bf',
  link: '#8ab4ff',
  ok: '#6cc784',
  bad: '#ff8a80',
  warn: '#e0ac4c',
  named: '#3d2223',
  text: '#6cb6ff',
  steps: '#4fd1b8',
  agents: '#c4a1ff',
  asks: '#f0a050',
};
