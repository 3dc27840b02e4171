import { normalizeText } from '../../wire/normalizeText.ts';

/** Raised with each change of what `folded` makes of a text: what is stored by it is written anew at the next start. */
export const SEARCH_KEY_VERSION = 2;

/** What a text is sorted and searched by: without accents and case, so that Ángel stands beside Angela. */
export const toSearchKey = (text: string) => normalizeText(text).trim();
