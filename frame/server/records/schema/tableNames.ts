/** What is made of a collection's records and kept by triggers: it stands in tables of its own, and in no backup. */
export const DERIVED_PREFIX = 'x_';

/** The name of what is derived from a collection's table. */
export const getDerivedName = ({ table }: { table: string }, what: string): string =>
  `${DERIVED_PREFIX}${table.slice(2)}_${what}`;

/** A name as both databases take it in SQL written out. */
export const quoteName = (name: string): string => `"${name}"`;
