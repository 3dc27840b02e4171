import type { RecordOf } from 'portal-frame';

/** Collections that server code reads and changes. */
declare module 'portal-frame' {
  interface Collections {
    items: RecordOf<typeof import('./resources/items.ts').default>;
    maintenance: RecordOf<typeof import('./resources/maintenance.ts').default>;
    prices: RecordOf<typeof import('./resources/prices.ts').default>;
    rentals: RecordOf<typeof import('./resources/rentals.ts').default>;
    tools: RecordOf<typeof import('./resources/tools.ts').default>;
  }
}
