/** Letters that Unicode takes no accent off, as a keyboard without them has them typed; signs that are one to a reader. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ð: 'd', ø: 'o', þ: 'th', ß: 'ss', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ŋ: 'n', œ: 'oe', ŧ: 't' },
  ...{ ƀ: 'b', ɓ: 'b', ɗ: 'd', ǥ: 'g', ɠ: 'g', ɨ: 'i', ƙ: 'k', ʉ: 'u', ƴ: 'y', ς: 'σ' },
  ...{ '‘': "'", '’': "'", ʻ: "'", ʼ: "'" },
};
/**
 * A text as it is searched and sorted by, without case, accents and the like: "lukasz" finds Łukasz, "strasse" Straße.
 * What it makes of a text stands in databases: raise FOLDING (frame/server/db/searchKey.ts) with each change.
 */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\P{ASCII}/gu, (letter) => ALIKE[letter] ?? letter);
