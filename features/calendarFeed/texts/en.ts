const en = {
  choices: {
    feed: 'Calendar feed',
  },
  toasts: {
    feedMade: 'The address was created.',
    feedEnded: 'The calendar address no longer works.',
  },
};

export default en;
