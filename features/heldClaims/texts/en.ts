const en = {
  money: {
    states: {
      held: 'To confirm',
      confirmed: 'Confirmed',
      refused: 'Refused',
    },
    held: {
      minutes: 'Minutes',
      miles: 'Miles',
      tubes: 'Tubes',
      outcome: 'Minutes before the visit',
      confirmed: 'Confirmed',
      refused: 'Refused',
    },
    holdReasons: {
      otherDay: 'On another day than the visit',
      tooEarly: 'Reported well before the visit',
      tooLong: 'Longer than planned',
      elsewhere: 'Reported on another visit in the meantime',
      repeated: 'A visit of this trip is in another trip',
      tooFar: 'Farther than the route',
      tooMany: 'More tubes than the tests need',
    },
  },
  resources: {
    heldFacts: {
      name: 'Held claim |||| Held claims',
      empty: 'No held claims.',
      actions: { confirm: 'Confirm', refuse: 'Refuse', hold: 'Hold' },
      groups: { claim: 'Claim', decision: 'Decision' },
      fields: {
        visit: 'Visit',
        trip: 'Trip',
        employee: 'Employee',
        kind: 'For',
        claimed: 'Reported',
        expected: 'Expected at most',
        cause: 'Why it is held',
        state: 'State',
        decision: 'Reason',
        decidedBy: 'Decided by',
        decidedAt: 'Decided at',
        day: 'Day',
        month: 'Month',
        claim: 'Claim',
        key: 'Key',
      },
    },
  },
};

export default en;
