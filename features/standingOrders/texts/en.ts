const en = {
  resources: {
    standingOrders: {
      name: 'Standing order |||| Standing orders',
      empty: 'No standing orders yet.',
      create: 'Add Standing Order',
      groups: { patient: 'Patient', visit: 'Visit', week: 'Days and times', repeat: 'Repeat' },
      facilityHelp: 'Patients of one facility with the same day and time are drawn one after the other in one stop.',
      employeeHelp: 'Visits that this employee cannot make wait for a dispatcher.',
      weekHelp: 'Days of the week. The visit is booked at the first time.',
      untilHelp: 'End of the authorization. Leave empty if it does not end.',
      namesakeHelp: 'Only if an equal standing order is of another patient.',
      fields: {
        patientName: 'Patient name',
        dateOfBirth: 'Date of birth',
        gender: 'Gender',
        contactNumber: 'Contact number',
        email: 'Email',
        facility: 'Facility',
        address: 'Address',
        laboratory: 'Laboratory',
        employee: 'Employee',
        priorityLevel: 'Priority',
        tests: 'Tests',
        week: 'Days and times',
        everyWeeks: 'Repeat every (weeks)',
        from: 'First day',
        until: 'Last day',
        endsBy: 'Ends by',
        onHoliday: 'On a closed day',
        namesake: 'Another patient with this name',
        bookedUntil: 'Booked until',
      },
    },
  },
  jobs: { names: { 'standing orders': 'Book standing orders' } },
};

export default en;
