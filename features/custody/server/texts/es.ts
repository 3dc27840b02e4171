import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    nothingToHandOver: 'Ninguno de estos tubos puede entregarlo usted ahora a este laboratorio: %{labels}.',
    deviceTaken: 'Estos pasos son del dispositivo de otra persona.',
  },
  toasts: {
    handOverClosed: 'Lectura cerrada',
  },
  notices: {
    tubesMissing: {
      title: 'Faltan tubos',
      body: '%{laboratory} leyó una entrega de %{of}. Faltan: %{labels}',
      push: '%{laboratory} leyó una entrega de %{of}. Tubos que faltan: %{count}',
    },
  },
};
export default es;
