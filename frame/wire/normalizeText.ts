/** Letters and signs that Unicode normalization keeps. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', ð: 'd', ø: 'o', þ: 'th', ß: 'ss', đ: 'd', ħ: 'h', ı: 'i', ł: 'l', ŋ: 'n', œ: 'oe', ŧ: 't' },
  ...{ ƀ: 'b', ɓ: 'b', ɗ: 'd', ǥ: 'g', ɠ: 'g', ɨ: 'i', ƙ: 'k', ʉ: 'u', ƴ: 'y', ς: 'σ' },
  ...{ '‘': "'", '’': "'", ʻ: "'", ʼ: "'" },
};
/**
 * Removes case and accents for search and sort keys: "lukasz" finds Łukasz, "strasse" Straße. Databases store the
 * result: increase SEARCH_KEY_VERSION (frame/server/db/searchKey.ts) with each change.
 */
export const normalizeText = (text: string): string =>
  // Most texts have nothing else to replace.
  /^\p{ASCII}*$/u.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .toLowerCase()
        .replace(/\P{ASCII}/gu, (letter) => REPLACEMENTS[letter] ?? letter);
