/** What is shown of a record that may be chosen, beside its text. */
export interface Hint {
  /** The smaller, the nearer to the top. */
  rank: number;
  /** An i18n key and what fills it. */
  text: string;
  args?: Record<string, string | number>;
  /** Whether it speaks against choosing it. */
  against?: boolean;
}
