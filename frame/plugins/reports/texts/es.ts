export default {
  reports: {
    of: '%{name}: informes',
    tab: 'Informes',
    by: { day: 'Día', week: 'Semana', month: 'Mes' },
    sum: '%{field}, en total',
    average: '%{field}, media',
    min: '%{field}, mínimo',
    max: '%{field}, máximo',
    none: 'Sin dato',
    others: 'Otros',
    total: 'Todo',
    more: 'Aquí solo se muestran %{count}. Los filtros los reducen.',
    asTable: 'Mostrar como tabla',
    asChart: 'Mostrar como gráfico',
    empty: 'Aún no hay nada que informar.',
  },
};
