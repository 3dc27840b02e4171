import type { reports as english } from '../en/reports.ts';
import type { Messages } from '../texts.ts';

export const reports: Messages<typeof english> = {
  reports: {
    of: '%{name}: informes',
    by: { day: 'Día', week: 'Semana', month: 'Mes' },
    sum: '%{field}, en total',
    average: '%{field}, media',
    min: '%{field}, mínimo',
    max: '%{field}, máximo',
    none: 'Sin dato',
    total: 'Todo',
    more: 'Aquí solo se muestran %{count}. Los filtros los reducen.',
    asTable: 'Mostrar como tabla',
    asChart: 'Mostrar como gráfico',
    empty: 'Todavía no hay nada que informar.',
  },
};
