const importPatientInput = () => import('../../pages/appointments/PatientInput.tsx');
const patientDetails = ['email', 'age', 'contactNumber', 'accountNumber', 'dateOfBirth', 'gender'] as const;

export const createForm = {
  title: 'resources.appointments.create',
  success: 'toasts.appointmentCreated',
  // Spec 5 has no other checks.
  validatedFields: ['gender', 'employee', 'laboratory', 'priorityLevel', 'status'],
  sticky: ['appointmentDateTime', 'priorityLevel', 'specialInstructions', 'tests', 'orderedBy'],
  duplicate: {
    label: 'resources.appointments.again',
    feature: 'dispatch',
    fields: [
      ...['patientName', ...patientDetails, 'address', 'employee', 'laboratory', 'priorityLevel', 'fees'],
      ...['specialInstructions', 'tests', 'orderedBy'],
    ],
  },
  groups: [
    {
      label: 'resources.appointments.groups.patient',
      fields: [
        'image',
        {
          field: 'patientName',
          roles: ['admin'],
          label: 'resources.appointments.sorts.patientName',
          input: importPatientInput,
        },
        {
          field: 'patientName',
          roles: ['laboratory'],
          label: 'resources.appointments.fullName',
          input: importPatientInput,
        },
        ...patientDetails,
        { field: 'address', wide: false },
      ],
    },
    {
      label: 'resources.appointments.groups.appointment',
      fields: [
        { field: 'employee', roles: ['admin'], required: true, value: 'employeeId' },
        { field: 'laboratory', roles: ['admin'], required: true },
        ...(['priorityLevel', 'status', 'fees', 'appointmentDateTime'] as const),
        'specialInstructions',
      ],
    },
    { label: 'resources.appointments.groups.documents', fields: ['documents'] },
    {
      label: 'resources.appointments.groups.tests',
      feature: 'orders',
      fields: ['tests', 'orderedBy', 'requisition'],
    },
  ],
} as const;

export const editForm = {
  success: 'toasts.appointmentChanged',
  validatedFields: ['patientName', 'gender', 'priorityLevel', 'appointmentDateTime'],
  groups: [
    {
      label: 'resources.appointments.groups.patient',
      fields: ['patientName', ...patientDetails, 'address'],
    },
    {
      label: 'resources.appointments.groups.appointment',
      fields: [...(['laboratory', 'priorityLevel', 'fees', 'appointmentDateTime'] as const), 'specialInstructions'],
    },
  ],
} as const;

export const importForm = {
  optional: ['employee'],
  example: {
    patientName: 'Maria Muñoz',
    email: 'maria@example.com',
    age: '44',
    contactNumber: '+12125550123',
    dateOfBirth: '1982-03-08',
    gender: 'Female',
    address: '12 Elm Street, New York, NY 10001',
    employee: 'EMP-1001',
    laboratory: 'Natera',
    priorityLevel: 'High',
    status: 'Pending',
    fees: '120.50',
    appointmentDateTime: '2026-12-01 09:30',
    specialInstructions: 'Fasting for 12 hours',
    tests: 'Lipid Panel; Glucose',
    orderedBy: 'Dr. Chen',
    requisition: 'R-1001',
  },
} as const;
