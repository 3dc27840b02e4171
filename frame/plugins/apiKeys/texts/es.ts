import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  choices: {
    apiKeys: 'Claves de API',
  },
  toasts: {
    apiKeyRevoked: 'Se revocó la clave de API.',
  },
};

export default es;
