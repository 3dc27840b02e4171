import { defineServerPlugin } from 'portal-frame/server';
import { openApi } from '../plugin.ts';
import { keepRecordSchemas, registerDocs } from './documentPage.ts';

export default defineServerPlugin(openApi, {
  commands: { client: () => import('./commands/client.ts') },
  beforeRoutes: [registerDocs],
  collectionRoutes: keepRecordSchemas,
});
