import { folded } from '../../wire/folded.ts';

/** Raised with each change of what `folded` makes of a text: what is stored by it is written anew at the next start. */
export const FOLDING = 2;

/** What a text is sorted and searched by: without accents and case, so that Ángel stands beside Angela. */
export const sortKey = (text: string) => folded(text).trim();
