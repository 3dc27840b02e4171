import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** Mails to patients with a link, by which they answer, move or cancel a visit without an account. */
export const patientLinks = definePlugin({
  name: 'patientLinks',
  frame: '^0.1',
  needs: ['app', 'publicPages'],
  texts: { en, es: () => import('./texts/es.ts') },
});
