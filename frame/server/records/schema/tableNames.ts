/** Prefix of tables that triggers derive from records. Backups leave them out. */
export const DERIVED_PREFIX = 'x_';

export const getDerivedName = ({ table }: { table: string }, what: string): string =>
  `${DERIVED_PREFIX}${table.slice(2)}_${what}`;

export const quoteName = (name: string): string => `"${name}"`;
