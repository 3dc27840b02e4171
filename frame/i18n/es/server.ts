import type { server as english } from '../en/server.ts';
import type { Messages } from '../texts.ts';

export const server: Messages<typeof english> = {
  server: {
    forbidden: 'No tiene permiso para hacer esto.',
    notFound: 'Esto no existe.',
  },
};
