const en = {
  money: {
    states: {
      standing: 'In force',
      withdrawn: 'Withdrawn',
    },
    showAdjustment: 'Show the adjustment',
    visitAdjustments: 'Adjustments of this visit',
    showLines: 'Show ledger lines',
    lines: 'Ledger',
    adjustments: { waive: 'Do not charge or pay', add: 'Add an amount', credit: 'Credit an amount' },
  },
  resources: {
    adjustments: {
      name: 'Adjustment |||| Adjustments',
      title: '{change}: {reason}',
      empty: 'No adjustments yet.',
      create: 'Add Adjustment',
      reasonHelp: 'The ledger and the next document show it.',
      aboutMissing: 'Choose a visit, or an invoice to add or credit an amount.',
      withdrawQuestion: 'Withdraw this adjustment? The ledger reverses what it changed.',
      actions: { withdraw: 'Withdraw' },
      groups: { about: 'About', adjustment: 'Adjustment' },
      fields: {
        visit: 'Visit',
        invoice: 'Invoice',
        change: 'Change',
        side: 'Side',
        kind: 'For',
        amount: 'Amount',
        recordAgain: 'Record it even if the same amount is recorded',
        reason: 'Reason',
        state: 'State',
        withdrawal: 'Why it was withdrawn',
      },
    },
  },
};

export default en;
