import { defineServerPlugin } from 'portal-frame/server';
import { documents } from '../plugin.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

export { attachDocument } from './attachDocument.ts';
export { registerDocuments } from './documentRoutes.ts';
export { type DocumentFormat, type DocumentTemplate, defineDocument } from './documentTemplate.ts';

export default defineServerPlugin(documents, { texts: { en, es } });
