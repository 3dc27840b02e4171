const en = {
  choices: {
    apiKeys: 'API keys',
  },
  toasts: {
    apiKeyRevoked: 'The API key was revoked.',
  },
};

export default en;
