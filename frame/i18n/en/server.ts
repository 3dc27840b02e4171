export const server = {
  /** Replies of the server that the portal also uses. */
  server: {
    forbidden: 'You are not allowed to do this.',
    notFound: 'This does not exist.',
  },
} as const;
