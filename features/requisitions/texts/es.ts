import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  resources: { testOrders: { groups: { paper: 'Documento' } } },
};

export default es;
