const en = {
  jobs: {
    names: {
      'prune webhook log': 'Shorten the log of webhooks',
    },
  },
  choices: {
    webhooks: 'Webhooks',
  },
  toasts: {
    webhookCreated: 'The webhook was created.',
    webhookRotated: 'The webhook has a new secret. The former one works for another day.',
    webhookEnded: 'The webhook was ended.',
    automationReplayed: 'The automation runs again.',
    webhookReplayed: 'The event is sent again.',
  },
};

export default en;
