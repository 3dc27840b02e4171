export const PASSWORD = 'Correct-horse-7';
export const TIME_ZONE = 'America/New_York';

/** Everybody's e-mail address, by the name that tests have for them. */
export const emailOf = (person: string) => `${person}@example.test`;
