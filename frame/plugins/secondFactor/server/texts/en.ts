const en = {
  server: {
    secondFactor: 'Please confirm with your second step.',
    wrongFactor: 'This is wrong or was used already. Please try again.',
    restartFactor: 'This took too long. Please start again.',
    factorRequired: 'Your role requires a second step. Add another before you remove this one.',
    tooManyFactors: 'You cannot add any more second steps. Remove one first.',
    noPasskeys: 'Passkeys work only where the portal has a domain name, not at an IP address.',
  },
  mail: {
    events: {
      factorAdded: {
        subject: 'A second step was added',
        text: 'A second step was added to your %{app} account. From now on, signing in requires one.',
      },
      recoveryCodes: {
        subject: 'New recovery codes were created',
        text: 'New recovery codes were created for your %{app} account. The earlier ones no longer work.',
      },
      recoveryUsed: {
        subject: 'A recovery code was used',
        text: 'Somebody signed in to your %{app} account with one of your recovery codes.',
      },
    },
  },
};

export default en;
