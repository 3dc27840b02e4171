import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    sameAdjustment: 'El mismo importe ya está registrado para esto. ¿Es otro ajuste?',
    nothingToWaive: 'Esta visita no tiene ninguna línea así que no cobrar.',
  },
};

export default es;
