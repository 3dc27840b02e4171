const en = {
  money: {
    results: {
      completed: 'Completed',
      couldNotDraw: 'Could not draw',
      cancelled: 'Cancelled',
      open: 'Open',
    },
  },
  resources: {
    visitResults: {
      name: 'Visit |||| Visits',
      fields: {
        visitAt: 'Visit',
        from: 'Visits from',
        to: 'Visits to',
        employee: 'Phlebotomist',
        laboratory: 'Laboratory',
        result: 'Result',
        reason: 'Reason',
        onTime: 'On time',
      },
      measures: {
        count_completed: 'Completed',
        count_couldNotDraw: 'Could not draw',
        count_onTime: 'On time',
        count_late: 'Late',
      },
      reports: {
        byEmployee: 'Results by phlebotomist',
        byLaboratory: 'Results by laboratory',
        byWeek: 'Results by week',
        reasonsByEmployee: 'Could not draw, by phlebotomist',
        reasonsByLaboratory: 'Could not draw, by laboratory',
        reasonsByWeek: 'Could not draw, by week',
      },
    },
  },
};

export default en;
