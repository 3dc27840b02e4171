import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    patientChanged: 'Estas citas han cambiado entretanto. Vuelva a mirar.',
    patientDeleted: 'Se eliminaron %{count} citas de este paciente.',
    patientFilesPending:
      'Se eliminaron %{count} citas de este paciente. Quedan pendientes %{files} archivos, porque el almacenamiento no responde. El servidor lo sigue intentando.',
  },
};

export default es;
