/** What the server says in its replies; onServer.ts has what no browser needs. */
export const server = {
  /** What the server answers; the portal shows these as they come. */
  server: {
    forbidden: 'You are not allowed to do this.',
    notFound: 'This does not exist.',
  },
} as const;
