import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  jobs: {
    names: {
      'prune webhook log': 'Acortar el registro de webhooks',
    },
  },
  choices: {
    webhooks: 'Webhooks',
  },
  toasts: {
    webhookCreated: 'Se creó el webhook.',
    webhookRotated: 'El webhook tiene un nuevo secreto. El anterior sirve un día más.',
    webhookEnded: 'Se terminó el webhook.',
    automationReplayed: 'La automatización se ejecuta de nuevo.',
    webhookReplayed: 'El evento se envía de nuevo.',
  },
};

export default es;
