import type { AnyResource } from '../config/resource.ts';
import { hasFeature } from '../session/session.ts';

/** True if the host reads the records as those of a collection, which filters, searches and sorts them. */
export const readsCollection = ({ api, table }: Pick<AnyResource, 'api' | 'table'>): boolean =>
  !api || (table?.served === true && hasFeature('servedTables'));
