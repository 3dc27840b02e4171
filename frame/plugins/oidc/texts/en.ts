const en = {
  signIn: {
    oidc: {
      failed: 'The sign-in did not work. Please try again.',
      denied: 'The sign-in was cancelled.',
      role: 'Your company account does not have the role of your account here. Ask an administrator.',
      otherPerson: 'Your address belongs to the account of another person. Ask an administrator.',
      noAccount: 'There is no account for you yet. Ask an administrator to create one.',
      deactivated: 'Your account is deactivated. Ask an administrator.',
    },
  },
};

export default en;
