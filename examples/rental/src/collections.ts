import type { RecordOf } from 'portal-frame';
import type items from './resources/items.ts';
import type maintenance from './resources/maintenance.ts';
import type rentals from './resources/rentals.ts';

/** Collections whose records hooks change. */
declare module 'portal-frame' {
  interface Collections {
    items: RecordOf<typeof items>;
    maintenance: RecordOf<typeof maintenance>;
    rentals: RecordOf<typeof rentals>;
  }
}
