import { normalizeText } from '../wire/normalizeText.ts';
import type { Command } from './commands.tsx';

/** Finds commands whose label contains all typed words. Matches at word starts come first. */
export function matchCommands(commands: readonly Command[], text: string): Command[] {
  const typed = normalizeText(text).split(/\s+/);
  const rankOf = ({ label }: Command) => {
    const words = normalizeText(label).split(/[\s:]+/);
    if (typed.every((word) => words.some((one) => one.startsWith(word)))) return 0;
    // Two letters would match almost every label.
    return typed.every((word) => word.length > 2 && words.some((one) => one.includes(word))) ? 1 : 2;
  };
  const ranked = commands.map((command) => ({ command, rank: rankOf(command) }));
  return ranked
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}
