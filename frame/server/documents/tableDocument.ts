/** A document of a record, in words: facts, a table with an amount in its last column, and a total. */
export interface TableDocument {
  /** Name of its files, without an ending. */
  name: string;
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** Four columns. */
  heads: readonly string[];
  lines: readonly (readonly string[])[];
  total: string;
}
