/** Note on an option of a reference input. */
export interface Hint {
  /** Sort rank, lowest first. */
  rank: number;
  /** I18n key with its arguments. */
  text: string;
  args?: Record<string, string | number>;
  /** Advises against the option. */
  against?: boolean;
}
