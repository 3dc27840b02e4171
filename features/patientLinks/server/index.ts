import { defineServerPlugin } from 'portal-frame/server';
import { patientLinks } from '../plugin.ts';
import askPatients from './askPatients.ts';
import { onMyWayMessages, queueOnMyWay } from './onMyWayMail.ts';
import { patientLink } from './patientLink.ts';
import { patientLinkMigrations } from './patientLinkMigrations.ts';
import { checkPatientLinks, patientLinkVariables } from './patientLinkSettings.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';
import { answerOf, declinedAmong, listAnswers } from './visitConfirmations.ts';
import { visitQuestionMessages } from './visitQuestionMail.ts';

export default defineServerPlugin(patientLinks, {
  settings: patientLinkVariables,
  checkSettings: checkPatientLinks,
  texts: { en, es },
  publicLinks: [patientLink],
  messages: { visit: visitQuestionMessages, onMyWay: onMyWayMessages },
  jobs: [askPatients],
  migrations: patientLinkMigrations,
  takesOver: ['001_visit_confirmations'],
  findPatientAnswer: answerOf,
  findDeclined: async ({ db, config }, visits) => (config.eveningMail ? declinedAmong(db, visits) : undefined),
  afterVisitReport: queueOnMyWay,
  exportVisits: async (db, ids) => ({ confirmations: await listAnswers(db, ids) }),
});
