/** Show view of an open or archived appointment. Parameters: i18n keys for a missing employee and priority. */
export const appointmentShow = (noEmployee: string, noPriority?: string) =>
  ({
    photo: 'image',
    chips: ['status', 'priorityLevel', 'visitState', 'readiness'],
    groups: [
      {
        label: 'resources.appointments.groups.appointment',
        fields: [
          'appointmentDateTime',
          'laboratory',
          { field: 'priorityLevel', placeholder: noPriority },
          'status',
          { field: 'cancelReason', hideEmpty: true },
          { field: 'employee', placeholder: noEmployee },
          { field: 'specialInstructions', placeholder: 'list.none' },
        ],
      },
      {
        label: 'resources.appointments.groups.documents',
        fields: [{ field: 'documents', placeholder: 'list.noDocuments' }],
      },
      {
        label: 'resources.appointments.groups.tracking',
        fields: [{ field: 'trackingImage', placeholder: 'list.noTracking' }],
      },
      { label: 'resources.appointments.groups.patient', fields: ['gender', 'dateOfBirth', 'age'] },
      {
        label: 'resources.appointments.groups.contact',
        fields: ['email', 'contactNumber', 'address'],
      },
    ],
  }) as const;
