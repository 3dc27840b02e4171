const en = {
  feed: {
    title: 'Calendar feed',
    hint: 'Your visits in the calendar on your phone or computer. Anyone who has the password or the secret address can read them, so keep it to yourself.',
    make: 'Create an address',
    makeSecret: 'Create a secret address',
    again: 'Create a new address',
    secretAgain: 'Create a new secret address',
    againHint: 'A new one ends the current one.',
    secretHint:
      'A secret address is for calendars that ask for no password, such as Google Calendar. It may be kept in places a password is not.',
    end: 'Remove the address',
    made: 'Created on %{day}.',
    address: 'Address',
    user: 'User name',
    password: 'Password',
    secretAddress: 'Secret address',
    oncePassword:
      'Copy the password now: it is not shown again. Add the address to your calendar as a subscription; it asks for the user name and the password.',
    copyWhat: 'Copy: %{what}',
    once: 'Copy it now: it is not shown again. Add it to your calendar as a subscription.',
    copy: 'Copy',
  },
  settings: {
    names: 'Show patient names',
    namesHint: 'Names, addresses and phone numbers appear in the feed and in every calendar that subscribes to it.',
  },
  errors: {
    feed: 'The calendar feed could not be loaded',
  },
};

export default en;
