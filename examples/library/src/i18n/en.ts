/** The library's texts; those that the frame has too lie over its own. */
export default {
  app: { name: 'Town Library', tagline: 'Every book finds its reader.' },
};
