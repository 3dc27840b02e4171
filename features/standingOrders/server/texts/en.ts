const en = {
  server: {
    sameStandingOrder:
      'A standing order of this patient and laboratory has visits at the same times. Is it another patient with this name?',
  },
};

export default en;
