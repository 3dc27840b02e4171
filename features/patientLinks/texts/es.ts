import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  jobs: { names: { 'evening mail': 'Correo de la tarde a los pacientes' } },
};

export default es;
