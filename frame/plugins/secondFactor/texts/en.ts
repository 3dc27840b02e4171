const en = {
  secondFactor: {
    hint: 'Besides your password, signing in requires a code from your phone or a passkey.',
  },
  choices: {
    secondFactor: 'Second step',
  },
  toasts: {
    factorAdded: 'Your second step was added.',
    factorRemoved: 'The second step was removed.',
    secondFactorEnded: 'Two-step authentication is off.',
    recoveryCodesMade: 'New recovery codes were created.',
  },
  errors: {
    secondFactor: 'The second step could not be loaded',
  },
};

export default en;
