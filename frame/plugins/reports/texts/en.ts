/** Texts of reports. */
export default {
  reports: {
    of: '%{name}: reports',
    tab: 'Reports',
    by: { day: 'Day', week: 'Week', month: 'Month' },
    sum: '%{field}, total',
    average: '%{field}, mean',
    min: '%{field}, lowest',
    max: '%{field}, highest',
    none: 'Not given',
    others: 'Others',
    total: 'All',
    more: 'Only %{count} are shown here. Use filters to narrow them down.',
    asTable: 'Show as a table',
    asChart: 'Show as a chart',
    empty: 'There is nothing to report yet.',
  },
} as const;
