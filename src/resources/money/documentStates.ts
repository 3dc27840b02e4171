/** States of invoices and payouts, which ledger entries show too. */
const paid = { label: 'money.states.paid', tone: 'success', icon: 'check' } as const;
const voided = { label: 'money.states.void', tone: 'default', icon: 'cancel' } as const;

export const INVOICE_STATE = {
  choices: ['sent', 'partlyPaid', 'paid', 'void'],
  values: {
    sent: { label: 'money.states.sent', tone: 'info', icon: 'clock' },
    partlyPaid: { label: 'money.states.partlyPaid', tone: 'warning', icon: 'even' },
    paid,
    void: voided,
  },
} as const;

export const PAYOUT_STATE = {
  choices: ['due', 'paid', 'void'],
  values: { due: { label: 'money.states.due', tone: 'warning', icon: 'clock' }, paid, void: voided },
} as const;

/**
 * True until the ledger entries of a new document show its state (server/jobs/bookInvoice.ts), as a closing does not wait
 * for that. Without a default: documents of former versions are booked.
 */
export const isUnbooked = { readOnly: true, read: [] } as const;
