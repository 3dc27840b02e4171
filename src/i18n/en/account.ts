/** Patient data, sessions of accounts, profile and settings. */
export const account = {
  jobs: {
    names: {
      retention: 'Delete expired records',
      'expiring credentials': 'Warn of expiring credentials',
    },
  },
  existingPatient: {
    filled: 'Filled in from the visit on %{date}. Please check.',
    undo: 'Undo',
  },
  access: {
    title: 'Signed in on',
    nowhere: 'Not signed in anywhere.',
    end: 'Log out everywhere',
    clearFactors: 'Remove the second step',
  },
  profile: {
    requestedName: 'The new name “%{name}” is waiting for an administrator’s approval.',
    fields: { employeeId: 'Employee ID' },
  },
  settings: {
    notificationsHint: 'Messages about appointments, here and as push notifications.',
  },
  reauthenticate: { text: 'This affects your account or patients’ data, so we ask again.' },
} as const;
