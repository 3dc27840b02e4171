const en = {
  server: {
    sameAdjustment: 'The same amount is recorded for this already. Is it another adjustment?',
    nothingToWaive: 'This visit has no such line to waive.',
  },
};

export default en;
