/** When the statement below last changed. */
const CHANGED = '2026-03-01';

/** What this server can do in FHIR R4, as FHIR clients ask for it first. */
export const capabilityOf = (base: string) => ({
  resourceType: 'CapabilityStatement',
  status: 'active',
  date: CHANGED,
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
          'A bearer token as POST /api/v1/auth/sign-in gives it. An admin reads all appointments, a laboratory and an employee their own.',
      },
      resource: [
        {
          type: 'Appointment',
          interaction: [{ code: 'read' }, { code: 'search-type' }],
          versioning: 'no-version',
          readHistory: false,
          searchParam: [
            { name: '_id', type: 'token' },
            {
              name: 'date',
              type: 'date',
              documentation: 'Prefixes eq, ge, gt, le, lt, sa, eb; days in the business time zone.',
            },
            { name: 'status', type: 'token', documentation: 'booked, pending, fulfilled and cancelled are in use.' },
          ],
        },
      ],
    },
  ],
});
