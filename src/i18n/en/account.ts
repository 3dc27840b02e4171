/** Patient data, sessions of accounts, profile and settings. */
export const account = {
  automations: {
    drawnTubes: { rejected: { name: 'Notify the phlebotomist of a rejected tube' } },
    invoices: {
      send: { name: 'Mail invoices' },
      tellVoid: { name: 'Mail that an invoice is void' },
      remind: { name: 'Mail reminders of late invoices' },
      refreshState: { name: 'Show states of invoices in the ledger' },
    },
    payouts: { refreshState: { name: 'Show states of payouts in the ledger' } },
  },
  jobs: {
    names: {
      retention: 'Delete expired records',
      'mail invoice': 'Mail an invoice',
      'mail reminder': 'Mail a reminder',
      'mail void invoice': 'Mail that an invoice is void',
      'late invoices': 'Remind of late invoices',
      'refresh invoice state': 'Show the state of an invoice in the ledger',
      'refresh payout state': 'Show the state of a payout in the ledger',
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
