import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    apiKeyScope: 'Esta clave de API no lo permite.',
    apiKeyAccount: 'Elija una cuenta o un rol de cuentas de servicio.',
    apiKeyRole: 'Este rol no es de cuentas de servicio.',
    tooManyApiKeys: 'Hay demasiadas claves de API. Elimine primero cuentas que ya no se usen.',
  },
  toasts: {
    apiKeyCreated: 'Se creó la clave de API.',
  },
};

export default es;
