import type { RecordOf } from 'portal-frame';

/** Fields that features add to appointments, by `declare module`. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface AppointmentAdditions {}

/** Records that the records API and child rows return. */
declare module 'portal-frame' {
  interface Collections {
    admins: RecordOf<typeof import('./resources/admins.ts').default>;
    appointments: RecordOf<typeof import('./resources/appointments.ts').default> & AppointmentAdditions;
    archive: RecordOf<typeof import('./resources/archive.ts').default>;
    businessProfile: RecordOf<typeof import('./resources/businessProfile.ts').default>;
    employees: RecordOf<typeof import('./resources/employees.ts').default>;
    laboratories: RecordOf<typeof import('./resources/laboratories.ts').default>;
    notifications: RecordOf<typeof import('./resources/notifications.ts').default>;
    transactions: RecordOf<typeof import('./resources/transactions.ts').default>;
  }
}
