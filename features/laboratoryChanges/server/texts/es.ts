import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    tooLateToChange:
      'Aquí se puede cambiar o cancelar una visita hasta %{hours} horas antes. Póngase en contacto con nosotros.',
    timeTaken: 'Esta hora no está libre. Elija una de las horas ofrecidas.',
  },
  notices: {
    movedByLaboratory: {
      title: 'El laboratorio cambió la hora de una visita',
      body: '%{laboratory} pasó la visita de %{patient} al %{date}.',
      push: '%{laboratory} pasó una visita al %{date}.',
    },
    cancelledByLaboratory: {
      title: 'El laboratorio canceló una visita',
      body: '%{laboratory} canceló la visita de %{patient} del %{date}: %{reason}',
      push: '%{laboratory} canceló una visita del %{date}.',
    },
  },
};

export default es;
