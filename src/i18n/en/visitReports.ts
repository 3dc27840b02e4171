/** States of visits and reasons for failed draws. */
export const visitReports = {
  visitReports: {
    reasons: {
      notHome: 'Patient not at home',
      refused: 'Patient declined',
      noVein: 'No suitable vein',
      notFasting: 'Patient not fasting',
      wrongAddress: 'Wrong address',
      other: 'Other reason',
    },
    kinds: {
      started: 'Started',
      done: 'Done',
      couldNotDraw: 'Could not draw',
    },
  },
} as const;
