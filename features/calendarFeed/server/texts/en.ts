const en = {
  feed: {
    name: 'Visits',
    visit: 'Visit (%{priority})',
    visitOf: '%{patient} (%{priority})',
  },
  mail: {
    events: {
      feedMade: {
        subject: 'A calendar feed was created',
        text: 'A password or secret address was created with which your visits in the %{app} can be read as a calendar.',
      },
      feedNames: {
        subject: 'Your calendar feed now names patients',
        text: 'The calendar feed of your visits in the %{app} now contains the names, addresses and phone numbers of patients.',
      },
    },
  },
};

export default en;
