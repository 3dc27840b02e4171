import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';
import es from './texts/es.ts';

/** Appointments, orders and tubes as FHIR R4, read-only. */
export const fhir = definePlugin({ name: 'fhir', frame: '^0.1', needs: ['app', 'orders'], texts: { en, es } });
