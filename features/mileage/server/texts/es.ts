import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    noPlannedMiles:
      'La ruta planificada no tiene millas, o una dirección sin código postal conocido. Escriba las millas.',
  },
};

export default es;
