import unhomoglyph from 'unhomoglyph';
import { EXTRA_LABORATORIES } from '../../src/wire/enums.ts';

/** What Unicode's table of look-alikes (UTS 39) leaves to the fonts: pairs that pass for each other in a list. */
const ALIKE: readonly [RegExp, string][] = [
  [/[i|]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/**
 * What the names of laboratories are compared by: two that a person would take for each other have the same. Without
 * case, accents, spaces and punctuation, letters that look alike as one; '' for a name without letters and digits.
 */
export function laboratoryKey(name: string): string {
  // Twice: a capital may look like another letter than its small one does.
  let key = unhomoglyph(unhomoglyph(name.normalize('NFKC')).toLowerCase()).toLowerCase();
  key = key.normalize('NFKD').replace(/[^\p{L}\p{N}|]/gu, '');
  for (const [pair, as] of ALIKE) key = key.replace(pair, as);
  return key;
}

const RESERVED = new Set(EXTRA_LABORATORIES.map(laboratoryKey));

/** Whether no laboratory may be called so: like one of the fixed extras, which have no account, or like nothing at all. */
export const isReserved = (name: string): boolean => ['', ...RESERVED].includes(laboratoryKey(name));
