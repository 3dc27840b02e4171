import { choice, date, longText, money, read, text, today, toggle } from 'portal-frame';

const LEAST = -1_000_000;
/** A hook asks, and the answer sets this field. */
const again = {
  ...({ field: 'recordAgain', required: false } as const),
  input: () => import('../../../src/pages/NoInput.tsx'),
};

/** Fields of an invoice or payout that its payments fill (server/documentPayments.ts). */
export const paidFields = {
  paid: money({ min: LEAST, required: true, readOnly: true, default: 0 }),
  balance: money({ min: LEAST }),
  payment: money({ min: LEAST, read: ['admin'], exported: false }),
  paidOn: date({ default: today, when: { state: ['partlyPaid', 'paid'] } }),
  paymentReference: text({ most: 80 }),
  /** Records a payment although the same one is recorded. */
  recordAgain: toggle({ read: ['admin'], exported: false }),
  /** Why it was reopened. */
  reason: longText({ most: 400, read: ['admin'] }),
};

/** Nothing is due of a void document. */
export const computeBalance = ({ total, paid, state }: { total: number; paid: number; state: string }) =>
  state === 'void' ? 0 : Math.round((total - paid) * 100) / 100;

/** Transitions of an invoice or payout whose state without payments is `open`. */
export const payTransitions = <const O extends string>(open: O) => ({
  payPart: {
    ...({ from: [open, 'partlyPaid'], to: 'partlyPaid', requireVersion: true } as const),
    inputs: ['payment', 'paidOn', 'paymentReference', again] as const,
  },
  /** Records a payment of the balance. */
  pay: {
    ...({ from: [open, 'partlyPaid'], to: 'paid', bulk: true } as const),
    inputs: ['paidOn', 'paymentReference', again] as const,
  },
  /** Removes all payments. */
  reopen: {
    ...({ from: ['partlyPaid', 'paid'], to: open, inputs: ['reason'], reauthenticate: true } as const),
    question: 'money.reopenQuestion',
  },
  unpay: { from: ['partlyPaid', 'paid'], to: open, serverOnly: true } as const,
  unpayPart: { from: ['partlyPaid', 'paid'], to: 'partlyPaid', serverOnly: true } as const,
});

/** Config that collections of payments share. A removed one stays, with an entry that takes it back. */
export const payments = {
  ...({ icon: 'payments', order: false, feature: 'money', history: true } as const),
  states: {
    field: 'state',
    start: 'recorded',
    transitions: {
      remove: {
        ...({ from: 'recorded', to: 'removed', inputs: ['reason'], reauthenticate: true } as const),
        question: 'money.removeQuestion',
        success: 'money.paymentRemoved',
      },
      /** Along with all others of a document that is reopened. */
      removeAlong: { from: 'recorded', to: 'removed', inputs: ['reason'], serverOnly: true },
      reverse: { from: 'recorded', to: 'reversal', inputs: ['reason'], serverOnly: true },
    },
  },
} as const;

export const paymentFields = {
  amount: money({ min: LEAST, required: true }),
  paidOn: date({ readOnly: true }),
  reference: text({ most: 80, readOnly: true }),
  state: choice({
    choices: ['recorded', 'removed', 'reversal'],
    values: {
      recorded: { label: 'money.states.recorded', tone: 'success', icon: 'check' },
      removed: { label: 'money.states.removed', tone: 'default', icon: 'cancel' },
      reversal: { label: 'money.states.reversal', tone: 'warning', icon: 'cancel' },
    },
    chip: true,
    required: true,
  }),
  /** Why it was removed; its reversal says the same. */
  reason: longText({ most: 400, read: ['admin'] }),
};

const reason = { field: 'reason', hideEmpty: true, roles: ['admin'] } as const;

/** List and details of payments. `about` are the fields that name the document, the first ones in the list. */
export const paymentViews = <const D extends string, const M extends string = never>(
  about: readonly D[],
  ...more: M[]
) => {
  const listed = about.slice(0, 2);
  return {
    list: {
      columns: ['paidOn', ...listed, 'amount', 'reference', reason, 'state'] as const,
      filters: [...listed, 'state', 'paidOn'] as const,
      sortable: ['paidOn', 'amount', 'createdAt'] as const,
      sort: { field: 'createdAt', order: 'DESC' } as const,
      perPage: 50,
    },
    show: {
      chips: ['state'] as const,
      groups: {
        payment: [
          ...about,
          ...(['amount', 'paidOn'] as const),
          ...(['reference', ...more] as const).map((field) => ({ field, hideEmpty: true })),
          reason,
        ],
      },
    },
  };
};

/** Rights of admins on payments. */
export const canRemove = [read, 'remove'] as const;

/** The payments among the details of their document. */
export const relatedPayments = <const R extends string, const D extends string>(resource: R, field: D) =>
  ({
    ...{ resource, field, sort: 'createdAt', perPage: 50 },
    columns: ['paidOn', 'amount', 'reference', 'state'],
  }) as const;
