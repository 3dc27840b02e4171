import { en, type Messages } from '../../src/i18n/en.ts';
import { es } from '../../src/i18n/es.ts';
import { onServer as english } from './en/onServer.ts';
import { onServer as spanish } from './es/onServer.ts';

/** The portal's English texts, and with them what only the server says. */
export const serverEnglish = { ...en, ...english, server: { ...en.server, ...english.server } };
export type ServerMessages = Messages<typeof serverEnglish>;
export const serverSpanish: ServerMessages = { ...es, ...spanish, server: { ...es.server, ...spanish.server } };
