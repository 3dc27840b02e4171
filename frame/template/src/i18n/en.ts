/** The app's texts; those that the frame has too lie over its own. */
export default {
  app: { name: '{name}', tagline: 'All in one place.' },
};
