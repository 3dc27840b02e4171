import { normalizeText } from '../../wire/normalizeText.ts';

/** Increase it whenever `normalizeText` changes: the next start then recomputes the stored keys. */
export const SEARCH_KEY_VERSION = 2;

/** Returns the key that a text is sorted and searched by, without accents and case: Ángel sorts next to Angela. */
export const toSearchKey = (text: string) => normalizeText(text).trim();
