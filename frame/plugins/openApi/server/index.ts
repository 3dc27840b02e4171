import { defineServerPlugin } from 'portal-frame/server';
import { openApi } from '../plugin.ts';
import { keepRecordSchemas, registerDocs } from './documentPage.ts';

export default defineServerPlugin(openApi, {
  beforeRoutes: [registerDocs],
  collectionRoutes: keepRecordSchemas,
});
