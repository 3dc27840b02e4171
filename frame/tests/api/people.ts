export const PASSWORD = 'Correct-horse-7';
export const TIME_ZONE = 'America/New_York';

/** E-mail addresses by the names that tests use. */
export const emailOf = (person: string) => `${person}@example.test`;
