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
      'evening mail': 'Evening mail to patients',
      retention: 'Delete expired records',
      'mail invoice': 'Mail an invoice',
      'mail reminder': 'Mail a reminder',
      'mail void invoice': 'Mail that an invoice is void',
      'late invoices': 'Remind of late invoices',
      'refresh invoice state': 'Show the state of an invoice in the ledger',
      'refresh payout state': 'Show the state of a payout in the ledger',
      'standing orders': 'Book standing orders',
      'expiring credentials': 'Warn of expiring credentials',
    },
  },
  patients: {
    open: 'Patient data',
    title: 'Data of %{name}',
    hint: 'Appointments under this name. Choose the ones that belong to the same person, then export or delete their data.',
    born: 'born %{date}',
    export: 'Export',
    exported: 'Patient data exported.',
    delete: 'Delete',
    question:
      'This deletes %{count} appointments with their documents and photos for good. Payments keep their amounts.',
    confirm: 'Delete %{count} appointments',
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
    names: 'Show patient names',
    namesHint: 'Names, addresses and phone numbers appear in the feed and in every calendar that subscribes to it.',
  },
  reauthenticate: { text: 'This affects your account or patients’ data, so we ask again.' },
} as const;
