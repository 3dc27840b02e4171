import type { z } from 'zod';
import type { Account } from '../../frame/server/http/callHandler.ts';
import type { Services } from '../../frame/server/services.ts';
import type { Role } from '../../frame/wire/call.ts';

export type FhirResource = { id?: string } & Record<string, unknown>;

interface SearchPage {
  resources: FhirResource[];
  pageSize: number;
  /** Token of the next page. */
  next?: string | undefined;
  /** Ids for the audit trail, if they differ from those of the resources. */
  ids?: string[];
}

/** A FHIR type that is made of records. */
export interface FhirType<Q extends z.ZodObject = z.ZodObject> {
  type: string;
  /** The resource in the audit trail. */
  resource: string;
  /** Of search and read. */
  summary: readonly [string, string];
  operations: readonly [string, string];
  query: Q;
  /** Search parameters besides paging. */
  parameters: Readonly<Record<string, { type: string; documentation?: string }>>;
  /** Empty if the server has no such records. */
  roles(services: Pick<Services, 'resources'>): Readonly<Record<'search' | 'read', readonly Role[]>>;
  search(query: z.output<Q>, account: Account, services: Services): Promise<SearchPage>;
  /** Counts the visible matches. */
  count(query: z.output<Q>, account: Account, services: Services): Promise<number>;
  /** Reads a visible resource. `record` is our id, if it differs. */
  read(
    id: string,
    account: Account,
    services: Services,
  ): Promise<{ resource: FhirResource; version: number; changedAt: number; record?: string } | undefined>;
}

export const defineType = <Q extends z.ZodObject>(type: FhirType<Q>): FhirType => type;
