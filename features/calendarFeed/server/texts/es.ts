import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  feed: {
    name: 'Visitas',
    visit: 'Visita (%{priority})',
    visitOf: '%{patient} (%{priority})',
  },
  mail: {
    events: {
      feedMade: {
        subject: 'Se creó un calendario',
        text: 'Se creó una contraseña o dirección secreta con la que se pueden leer sus visitas del %{app} como calendario.',
      },
      feedNames: {
        subject: 'Su calendario nombra ahora a los pacientes',
        text: 'El calendario de sus visitas del %{app} contiene ahora nombres, direcciones y teléfonos de pacientes.',
      },
    },
  },
};

export default es;
