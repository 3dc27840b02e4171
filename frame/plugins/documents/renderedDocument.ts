/** A label and its value, in the words and formats of the reader. */
export type DocumentFact = readonly [label: string, value: string];

/** A label with the lines below it, such as an address. */
export interface DocumentBlock {
  label: string;
  lines: readonly string[];
}

export interface DocumentTable {
  heading?: string;
  /** `width` is the share of the page's width; numbers stand at the end of their cell. */
  columns: readonly { label: string; width: number; atEnd: boolean }[];
  rows: readonly (readonly string[])[];
  /** The same rows for programs: amounts as 1234.50, times as 2026-02-05 14:00. */
  data: readonly (readonly string[])[];
  /** Below the rows; the last one is the most important. */
  totals: readonly DocumentFact[];
}

/** A document of a record, ready to be drawn as PDF or on the screen. */
export interface RenderedDocument {
  /** Name of its files, without an ending. */
  name: string;
  language: string;
  title: string;
  /** The most important line, such as the amount and when it is due. */
  headline?: string;
  sender: {
    name: string;
    lines: readonly string[];
    /** A PNG as a data: address. */
    logo?: string;
  };
  facts: readonly DocumentFact[];
  addressees: readonly DocumentBlock[];
  tables: readonly DocumentTable[];
  notes: readonly DocumentBlock[];
  /** On each page. */
  footer?: string;
  /** Number of a page, with `{page}` and `{count}`. */
  pageLabel: string;
  /** Labels of data that the sender has not entered. Only the preview names them. */
  missing: readonly string[];
}
