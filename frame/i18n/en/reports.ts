export const reports = {
  reports: {
    of: '%{name}: reports',
    by: { day: 'Day', week: 'Week', month: 'Month' },
    sum: '%{field}, in all',
    average: '%{field}, mean',
    min: '%{field}, lowest',
    max: '%{field}, highest',
    none: 'Not given',
    total: 'All',
    more: 'Only %{count} are shown here. Use filters to narrow them down.',
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    empty: 'There is nothing to report yet.',
  },
} as const;
