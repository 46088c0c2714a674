import type { Talk } from './talk.ts';

/** The heading of the passages in the instructions. Each passage reads `[n] file name: text`, and the best comes first. */
const PASSAGES = 'Passages from the libraries:\n';
/** Matches the first passage, up to the next one or the end of the paragraph. */
const BEST_PASSAGE = /^\[1\] ([^\n]*?): (.*?)(?=\n\[2\] |\n\n|$)/s;
const SKILL = /^Follow this skill: (.*)$/gm;

const LONGEST_QUESTION = 120;
const LONGEST_QUOTE = 400;

const HINT =
  'I am a scripted model, and do what a fenced block of the kind "script" in your message says, for example ' +
  '[{"say": "Hello"}].';
const UNREADABLE =
  'I cannot read the script in your message: it has to be a JSON array of acts that I know, and nothing else.';

/** The scripted model's answer to a message without a script. The same question always gets the same answer. */
export function answerWithoutScript({ question, instructions }: Talk): string {
  const system = instructions.join('\n\n');
  return [quotePassage(system) ?? acknowledge(question), ...mentionSkills(system)].join(' ');
}

function quotePassage(system: string): string | undefined {
  const at = system.indexOf(PASSAGES);
  if (at < 0) return undefined;
  const [, fileName, text] = BEST_PASSAGE.exec(system.slice(at + PASSAGES.length)) ?? [];
  if (fileName === undefined || text === undefined) return undefined;
  return `${fileName} says: "${shorten(text, LONGEST_QUOTE)}"`;
}

function mentionSkills(system: string): string[] {
  const names = Array.from(system.matchAll(SKILL), ([, name = '']) => name.trim());
  return names.length === 0 ? [] : [`I follow ${names.map((name) => `the skill ${name}`).join(' and ')}.`];
}

function acknowledge(question: string): string {
  const asked = question.trim() === '' ? 'nothing' : `"${shorten(question, LONGEST_QUESTION)}"`;
  return `You asked ${asked}. ${question.includes('```script') ? UNREADABLE : HINT}`;
}

/** Puts a text on one line and shortens it to a number of code points. */
function shorten(text: string, longest: number): string {
  const points = Array.from(
    text
      .slice(0, 4 * longest)
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return points.length <= longest ? points.join('') : `${points.slice(0, longest - 1).join('')}…`;
}
