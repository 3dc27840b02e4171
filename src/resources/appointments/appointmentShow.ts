/**
 * Show view of an open or archived appointment. `noEmployee` and `noPriority` are i18n keys of the text for a missing
 * value; without `noPriority` it is 'Not available'.
 */
export const appointmentShow = (noEmployee: string, noPriority?: string) =>
  ({
    photo: 'image',
    chips: ['status', 'priorityLevel'],
    groups: {
      appointment: [
        'appointmentDateTime',
        'laboratory',
        { field: 'priorityLevel', placeholder: noPriority },
        'status',
        { field: 'cancelReason', hideEmpty: true },
        { field: 'cancelledBy', hideEmpty: true },
        { field: 'employee', placeholder: noEmployee },
        { field: 'specialInstructions', placeholder: 'list.none' },
      ],
      documents: [{ field: 'documents', placeholder: 'list.noDocuments' }],
      tracking: [{ field: 'trackingImage', placeholder: 'list.noTracking' }],
      patient: ['gender', 'dateOfBirth', 'age'],
      contact: ['email', 'contactNumber', 'address'],
    },
  }) as const;
