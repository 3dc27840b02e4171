/** The calendar opens at its first hour. Entries outside these hours widen it. */
export const WORKING_HOURS = { slotMinTime: '07:00', slotMaxTime: '19:00', scrollTime: '00:00' };
