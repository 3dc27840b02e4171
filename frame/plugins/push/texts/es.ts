import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  choices: { push: 'Notificaciones push' },
  errors: {
    generateFcm: 'No se pudo registrar el token de notificaciones.',
    unableFcm: 'No fue posible obtener el token de notificaciones.',
  },
};

export default es;
