import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  money: {
    miles: {
      title: 'Millas',
      enter: 'Anotar millas',
      all: 'Todas las visitas de hoy',
      waiting: '%{what}: se enviarán',
      sending: '%{what}: se están enviando',
      refused: '%{what}: %{cause}',
      typed: 'Millas: %{miles}',
      notKept: 'Las millas no se pudieron guardar en este dispositivo',
      sent: 'Millas guardadas',
    },
    noVisits: 'Elija las visitas de este viaje.',
  },
  resources: {
    trips: {
      name: 'Viaje |||| Viajes',
      title: 'Viaje del {day}',
      empty: 'Aún no hay viajes.',
      create: 'Agregar viaje',
      milesHelp: 'Déjelo vacío para usar las millas de la ruta planificada.',
      groups: { trip: 'Viaje' },
      fields: {
        employee: 'Empleado',
        day: 'Día',
        miles: 'Millas',
        planned: 'Según el plan',
        visits: 'Visitas',
        sharers: 'Visitas que lo comparten',
        shares: 'Número de visitas que las comparten',
        key: 'Clave del teléfono',
      },
      reports: { miles: 'Millas por semana' },
    },
  },
};

export default es;
