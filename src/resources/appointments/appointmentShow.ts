/** Show view of an open or archived appointment. Parameters: i18n keys for a missing employee and priority. */
export const appointmentShow = (noEmployee: string, noPriority?: string) =>
  ({
    photo: 'image',
    chips: ['status', 'priorityLevel', 'visitState', 'readiness'],
    groups: {
      appointment: [
        'appointmentDateTime',
        'laboratory',
        { field: 'priorityLevel', placeholder: noPriority },
        'status',
        { field: 'cancelReason', hideEmpty: true },
        { field: 'employee', placeholder: noEmployee },
        { field: 'specialInstructions', placeholder: 'list.none' },
      ],
      documents: [{ field: 'documents', placeholder: 'list.noDocuments' }],
      tracking: [{ field: 'trackingImage', placeholder: 'list.noTracking' }],
      patient: ['gender', 'dateOfBirth', 'age'],
      contact: ['email', 'contactNumber', 'address'],
    },
  }) as const;
