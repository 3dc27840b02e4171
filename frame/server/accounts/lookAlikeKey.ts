import unhomoglyph from 'unhomoglyph';

/** Similar letters missing in the table of Unicode (UTS 39). */
const ALIKE: readonly [RegExp, string][] = [
  [/[i|]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/**
 * Returns a key that is equal for names and addresses that look alike. It ignores case, accents, spaces and punctuation;
 * '' if there are no letters or digits.
 */
export function toLookAlikeKey(text: string): string {
  // Twice, as a capital letter may look like a different letter than its small one.
  let key = unhomoglyph(unhomoglyph(text.normalize('NFKC')).toLowerCase()).toLowerCase();
  key = key.normalize('NFKD').replace(/[^\p{L}\p{N}|]/gu, '');
  for (const [pair, as] of ALIKE) key = key.replace(pair, as);
  return key;
}
