import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    sameStandingOrder:
      'Un pedido permanente de este paciente y laboratorio tiene visitas a las mismas horas. ¿Es otro paciente con este nombre?',
  },
};

export default es;
