const en = {
  server: {
    apiKeyScope: 'This API key does not allow this.',
    apiKeyAccount: 'Choose either an account or a role of service accounts.',
    apiKeyRole: 'This role is not one of service accounts.',
    tooManyApiKeys: 'There are too many API keys. Delete accounts that are no longer used first.',
  },
  toasts: {
    apiKeyCreated: 'The API key was created.',
  },
};

export default en;
