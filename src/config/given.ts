/** What a value that follows from the moment may be made of. */
export interface About {
  /** The moment, ISO 8601. */
  now: string;
  /** The business day, YYYY-MM-DD. */
  today: string;
  /** The account id of whoever does it. */
  me: string;
  /** The record's values as far as they are known. */
  values: Readonly<Record<string, unknown>>;
}

/** A value of a config, or a function that gives it. */
export const given = (value: unknown, about: About): unknown =>
  typeof value === 'function' ? (value as (about: About) => unknown)(about) : value;

/** For `set`: the moment it is done. */
export const now = ({ now: moment }: About): string => moment;
/** Whoever does it, by account id: for references to people and for `own`. */
export const me = ({ me: person }: About): string => person;
