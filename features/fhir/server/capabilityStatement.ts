import type { FhirType } from './fhirType.ts';

const CHANGED_ON = '2026-11-23';

/** Describes the server to FHIR R4 clients, which ask for it first. */
export const createCapabilityStatement = (base: string, types: readonly FhirType[]) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: CHANGED_ON,
  kind: 'instance',
  software: { name: 'Mobile Phlebotomy Portal' },
  implementation: { description: 'Appointments of a mobile blood-draw service, to be read', url: base },
  fhirVersion: '4.0.1',
  format: ['application/fhir+json', 'json'],
  rest: [
    {
      mode: 'server',
      security: {
        description:
          'A bearer token as POST /api/v1/auth/sign-in gives it. An admin reads all records, a laboratory and an employee their own.',
      },
      resource: types.map(({ type, parameters }) => ({
        type,
        interaction: [{ code: 'read' }, { code: 'search-type' }],
        versioning: 'no-version',
        readHistory: false,
        searchParam: Object.entries(parameters).map(([name, details]) => ({ name, ...details })),
      })),
    },
  ],
});
