import { registerDocuments } from 'portal-frame/plugins/documents/server';
import { defineServerPlugin } from 'portal-frame/server';
import { requisitions } from '../plugin.ts';
import { requisitionDocument } from './requisitionDocument.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export default defineServerPlugin(requisitions, {
  texts: { en, es },
  routes: [registerDocuments([requisitionDocument])],
});
