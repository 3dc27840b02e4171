import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  money: {
    states: {
      held: 'Por confirmar',
      confirmed: 'Confirmado',
      refused: 'Rechazado',
    },
    held: {
      minutes: 'Minutos',
      miles: 'Millas',
      tubes: 'Tubos',
      outcome: 'Minutos antes de la visita',
      confirmed: 'Confirmado',
      refused: 'Rechazado',
    },
    holdReasons: {
      otherDay: 'En otro día que la visita',
      tooEarly: 'Informado mucho antes de la visita',
      tooLong: 'Más tiempo que el previsto',
      elsewhere: 'Mientras tanto se informó de otra visita',
      repeated: 'Una visita de este viaje está en otro viaje',
      tooFar: 'Más lejos que la ruta',
      tooMany: 'Más tubos de los que piden las pruebas',
    },
  },
  resources: {
    heldFacts: {
      name: 'Dato retenido |||| Datos retenidos',
      empty: 'No hay datos retenidos.',
      actions: { confirm: 'Confirmar', refuse: 'Rechazar', hold: 'Retener' },
      groups: { claim: 'Dato', decision: 'Decisión' },
      fields: {
        visit: 'Visita',
        trip: 'Viaje',
        employee: 'Empleado',
        kind: 'Concepto',
        claimed: 'Informado',
        expected: 'Máximo esperado',
        cause: 'Motivo de la retención',
        state: 'Estado',
        decision: 'Motivo',
        decidedBy: 'Decidido por',
        decidedAt: 'Decidido el',
        day: 'Día',
        month: 'Mes',
        claim: 'Dato',
        key: 'Clave',
      },
    },
  },
};

export default es;
