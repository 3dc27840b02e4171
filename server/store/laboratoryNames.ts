import unhomoglyph from 'unhomoglyph';
import { EXTRA_LABORATORIES } from '../../src/wire/choices.ts';

/** Similar letters missing in the table of Unicode (UTS 39). */
const ALIKE: readonly [RegExp, string][] = [
  [/[i|]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/**
 * Returns a key that is equal for names that look alike, so that only one laboratory may have such a name. It ignores
 * case, accents, spaces and punctuation; '' if there are no letters or digits.
 */
export function laboratoryKey(name: string): string {
  // Twice, as a capital letter may look like a different letter than its small one.
  let key = unhomoglyph(unhomoglyph(name.normalize('NFKC')).toLowerCase()).toLowerCase();
  key = key.normalize('NFKD').replace(/[^\p{L}\p{N}|]/gu, '');
  for (const [pair, as] of ALIKE) key = key.replace(pair, as);
  return key;
}

const RESERVED = new Set(EXTRA_LABORATORIES.map(laboratoryKey));

/** True if no laboratory may have this name: it is empty or similar to an extra laboratory. */
export const isReserved = (name: string): boolean => ['', ...RESERVED].includes(laboratoryKey(name));
