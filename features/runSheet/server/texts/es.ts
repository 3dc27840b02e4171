import type { Messages } from 'portal-frame/wire';
import type english from './en.ts';

const es: Messages<typeof english> = {
  server: {
    reportKeyUsed: 'Este aviso pertenece a otra visita.',
    startedOver: 'Esta visita ya terminó: no se empieza otra vez.',
    tooManyReports: 'Esta visita ya tiene demasiados avisos.',
    reportOutdated: 'Ya no se aceptan avisos como este. Vuelva a cargar la página y avise de nuevo.',
  },
  notices: {
    notDrawn: {
      title: 'No se pudo extraer',
      body: '%{employee} no pudo extraer la muestra de %{patient} (%{date}): %{said}',
      push: '%{employee} no pudo extraer la muestra en una cita del %{date}.',
    },
    visitNote: {
      title: 'Nota sobre una visita',
      body: '%{employee} sobre %{patient} (%{date}): %{said}',
      push: '%{employee} dejó una nota sobre una cita del %{date}.',
    },
    lateReport: {
      title: 'Informe anterior a su cambio',
      body: '%{employee} sobre %{patient} (%{date}): %{said}. El informe es anterior al último cambio de la visita, que queda como está.',
      push: 'Un informe sobre una cita del %{date} es anterior a su último cambio.',
    },
  },
};
export default es;
