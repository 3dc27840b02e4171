export const orderResources = {
  failedDraws: {
    name: 'Failed draw |||| Failed draws',
    fields: { reason: 'Reason', madeAt: 'Reported at' },
    reports: { byReason: 'Could not draw, by reason', byWeek: 'Could not draw, by week' },
  },
  visitTimes: {
    name: 'Visit time |||| Visit times',
    fields: { part: 'Part', minutes: 'Minutes', madeAt: 'Ended at' },
    parts: { door: 'At the door', between: 'Between visits' },
    reports: { doorByWeek: 'Minutes at the door, by week', betweenByWeek: 'Minutes between visits, by week' },
  },
} as const;
