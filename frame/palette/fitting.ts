import { plain } from '../dataProvider/whole.ts';
import type { Command } from './commands.tsx';

/** Commands whose label has all words that were typed: where each begins a word first, then where one stands within. */
export function fitting(commands: readonly Command[], text: string): Command[] {
  const wanted = plain(text).split(/\s+/);
  const rankOf = ({ label }: Command) => {
    const known = plain(label).split(/[\s:]+/);
    if (wanted.every((word) => known.some((one) => one.startsWith(word)))) return 0;
    // Two letters stand within nearly everything.
    return wanted.every((word) => word.length > 2 && known.some((one) => one.includes(word))) ? 1 : 2;
  };
  const ranked = commands.map((command) => ({ command, rank: rankOf(command) }));
  return ranked
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}
