import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  money: {
    results: {
      completed: 'Completada',
      couldNotDraw: 'No se pudo extraer',
      cancelled: 'Cancelada',
      open: 'Abierta',
    },
  },
  resources: {
    visitResults: {
      name: 'Visita |||| Visitas',
      fields: {
        visitAt: 'Visita',
        from: 'Visitas desde',
        to: 'Visitas hasta',
        employee: 'Flebotomista',
        laboratory: 'Laboratorio',
        result: 'Resultado',
        reason: 'Motivo',
        onTime: 'A tiempo',
      },
      measures: {
        count_completed: 'Completadas',
        count_couldNotDraw: 'No se pudo extraer',
        count_onTime: 'A tiempo',
        count_late: 'Tarde',
      },
      reports: {
        byEmployee: 'Resultados por flebotomista',
        byLaboratory: 'Resultados por laboratorio',
        byWeek: 'Resultados por semana',
        reasonsByEmployee: 'No se pudo extraer, por flebotomista',
        reasonsByLaboratory: 'No se pudo extraer, por laboratorio',
        reasonsByWeek: 'No se pudo extraer, por semana',
      },
    },
  },
};

export default es;
