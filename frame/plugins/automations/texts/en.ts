const en = {
  webhooks: {
    title: 'Webhooks',
    hint: 'A webhook tells another system about changes, with the rights of an account.',
    create: 'Create webhook',
    url: 'Address',
    urlHint: 'Must begin with https://.',
    accountHint: 'Only records that this account may see are sent, with the fields that it may see.',
    failing: 'Failing',
    end: 'End',
    endThis: 'End %{name}',
    endTitle: 'End this webhook?',
    endText: 'Nothing more is sent to “%{name}”, also not what is waiting. This cannot be undone.',
    rotate: 'New secret',
    rotateThis: 'New secret for %{name}',
    secretTitle: 'Your webhook secret',
    secretText: 'Copy the secret to the other system now, to verify signatures. It is not shown again.',
    log: 'Log',
    logOf: 'Log of %{name}',
    empty: 'Nothing was sent yet.',
    replay: 'Send again',
    replayThis: 'Send %{event} again',
    states: { waiting: 'Waiting', sent: 'Sent', failed: 'Failed', skipped: 'Not sent' },
  },
  automations: {
    title: 'Automations',
    hint: 'Mails, notifications and work that follow changes by themselves.',
    effects: { mail: 'Mail', notify: 'Notification', job: 'Job' },
    events: { create: 'Created', update: 'Changed', transition: 'State changed' },
    empty: 'Has not run yet.',
    replay: 'Run again',
    replayThis: 'Run again: %{event}',
    states: { waiting: 'Waiting', sent: 'Done', failed: 'Failed', skipped: 'Skipped' },
  },
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
  errors: {
    webhooks: 'The webhooks could not be loaded',
  },
};

export default en;
