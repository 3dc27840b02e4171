/** Texts of the library. They override texts of the frame. */
export default {
  app: { name: 'Town Library', tagline: 'Every book finds its reader.' },
  desk: { title: 'Desk', lent: 'Lent now', failed: 'The figures of the desk could not be read.' },
};
