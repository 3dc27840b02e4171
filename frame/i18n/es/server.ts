import type { Messages } from '../../../src/i18n/en.ts';
import type { server as english } from '../en/server.ts';

/** What the server says in its replies; onServer.ts has what no browser needs. */
export const server: Messages<typeof english> = {
  server: {
    forbidden: 'No tiene permiso para hacer esto.',
    notFound: 'Esto no existe.',
  },
};
