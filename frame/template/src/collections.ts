import type { RecordOf } from 'portal-frame';

/** The types of records in hooks, jobs and endpoints. Add each collection that they read or change. */
declare module 'portal-frame' {
  interface Collections {
    notes: RecordOf<typeof import('./resources/notes.ts').default>;
  }
}
