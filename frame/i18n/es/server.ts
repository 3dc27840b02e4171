import type { server as english } from '../en/server.ts';
import type { Messages } from '../texts.ts';

/** What the server says in its replies; onServer.ts has what no browser needs. */
export const server: Messages<typeof english> = {
  server: {
    forbidden: 'No tiene permiso para hacer esto.',
    notFound: 'Esto no existe.',
  },
};
