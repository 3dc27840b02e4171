/** Answers of patients. */
export const orders = {
  orders: {
    declined: {
      otherTime: 'The time does not suit me',
      notPrepared: 'I could not prepare as asked',
      unwell: 'I do not feel well',
      notWanted: 'I do not want the visit',
      other: 'Another reason',
    },
  },
} as const;
