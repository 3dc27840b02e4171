const en = {
  money: {
    miles: {
      title: 'Miles',
      enter: 'Enter miles',
      all: 'All visits of today',
      waiting: '%{what}: will be sent',
      sending: '%{what}: being sent',
      refused: '%{what}: %{cause}',
      typed: 'Miles: %{miles}',
      notKept: 'The miles could not be stored on this device',
      sent: 'Miles saved',
    },
    noVisits: 'Choose the visits of this trip.',
  },
  resources: {
    trips: {
      name: 'Trip |||| Trips',
      title: 'Trip of {day}',
      empty: 'No trips yet.',
      create: 'Add Trip',
      milesHelp: 'Leave empty to use the miles of the planned route.',
      groups: { trip: 'Trip' },
      fields: {
        employee: 'Employee',
        day: 'Day',
        miles: 'Miles',
        planned: 'From the plan',
        visits: 'Visits',
        sharers: 'Visits that share it',
        shares: 'Number of visits that share it',
        key: 'Key of the phone',
      },
      reports: { miles: 'Miles by week' },
    },
  },
};

export default en;
