/** States of invoices and payouts, which ledger entries show too. */
const paid = { label: 'money.states.paid', tone: 'success', icon: 'check' } as const;
const partlyPaid = { label: 'money.states.partlyPaid', tone: 'warning', icon: 'even' } as const;
const voided = { label: 'money.states.void', tone: 'default', icon: 'cancel' } as const;

export const INVOICE_STATE = {
  choices: ['sent', 'partlyPaid', 'paid', 'void'],
  values: {
    sent: { label: 'money.states.sent', tone: 'info', icon: 'clock' },
    partlyPaid,
    paid,
    void: voided,
  },
} as const;

/** How an invoice reached its payer. */
export const INVOICE_DELIVERY = {
  choices: ['notSent', 'mailed', 'posted'],
  values: {
    notSent: { label: 'money.delivery.notSent', tone: 'warning', icon: 'alert' },
    mailed: { label: 'money.delivery.mailed', tone: 'default', icon: 'check' },
    posted: { label: 'money.delivery.posted', tone: 'default', icon: 'check' },
  },
} as const;

export const PAYOUT_STATE = {
  choices: ['due', 'partlyPaid', 'paid', 'void'],
  values: { due: { label: 'money.states.due', tone: 'warning', icon: 'clock' }, partlyPaid, paid, void: voided },
} as const;

type Parties = Readonly<Record<'month' | 'laboratory' | 'payer' | 'employee', string | null | undefined>>;

/** Keys by which ledger entries name their invoice or payout, before it exists. */
export const toInvoiceKey = ({ month, laboratory, payer }: Pick<Parties, 'month' | 'laboratory' | 'payer'>) =>
  `${month} ${laboratory ?? payer}`;
export const toPayoutKey = ({ month, employee }: Pick<Parties, 'month' | 'employee'>) => `${month} ${employee}`;
