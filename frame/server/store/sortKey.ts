/** What a text is sorted and searched by: without accents and case, so that Ángel stands beside Angela. */
export const sortKey = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
