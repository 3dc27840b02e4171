/** The library's texts; those that the frame has too lie over its own. */
export default {
  app: { name: 'Town Library', tagline: 'Every book finds its reader.' },
  desk: { title: 'Desk', lent: 'Lent now', failed: 'The figures of the desk could not be read.' },
};
