import { defineServerPlugin } from 'portal-frame/server';
import { fhir } from '../plugin.ts';
import { registerFhir } from './fhirRoutes.ts';

export default defineServerPlugin(fhir, {
  routes: [registerFhir],
  fieldDescriptions: { resourceType: 'The type of the FHIR resource.' },
});
