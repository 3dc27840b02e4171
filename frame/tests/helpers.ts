/** Testing entry for apps that test the frame with their own server: requests, payloads, mail and time. */

export { type Changing, changingOf, MADE } from './api/changing.ts';
export { clientOf } from './api/client.ts';
export { stopClock } from './api/clock.ts';
export { copyDatabase, createTestDatabase } from './api/database.ts';
export { checkReplies, documentOf } from './api/documentedReplies.ts';
export { encoded, formOf } from './api/form.ts';
export { lasting } from './api/lasting.ts';
export {
  type Arbitraries,
  asForm,
  asJson,
  asQuery,
  encode,
  hostileText,
  type Pairs,
  payload,
  rightPayload,
} from './api/payloads.ts';
export { emailOf, PASSWORD, TIME_ZONE } from './api/people.ts';
export { resourceOf } from './api/resourceOf.ts';
export { linesOf, runFile } from './api/running.ts';
export { pdf, photo } from './api/samples.ts';
export { type SmtpDouble, smtpFor, startSmtp } from './api/smtp.ts';
export { type Beat, everyStatement } from './api/statements.ts';
export { collectionsOf } from './api/supplies.ts';
export { makeTemplate } from './api/template.ts';
export {
  type Besides,
  type CallInput,
  checked,
  placeOf,
  type Reply,
  serversOf,
  type TestedApp,
  type TestServer,
  uploadsOf,
} from './api/testServer.ts';
