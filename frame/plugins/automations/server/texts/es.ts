import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    webhookUrl: 'Escriba una dirección https de internet, sin usuario ni contraseña.',
    webhookRole: 'La cuenta no puede ver %{name}.',
    tooManyWebhooks: 'Hay demasiados webhooks. Termine uno primero.',
  },
};

export default es;
