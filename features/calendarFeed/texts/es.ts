import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  choices: {
    feed: 'Calendario suscrito',
  },
  toasts: {
    feedMade: 'Se creó la dirección.',
    feedEnded: 'La dirección del calendario ya no funciona.',
  },
};

export default es;
