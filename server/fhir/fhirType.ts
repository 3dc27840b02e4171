import type { z } from 'zod';
import type { Account } from '../../frame/server/http/callHandler.ts';
import type { Services } from '../../frame/server/services.ts';
import type { Role } from '../../frame/wire/call.ts';

/** A resource as FHIR has it. */
export type FhirResource = { id?: string } & Record<string, unknown>;

interface SearchPage {
  resources: FhirResource[];
  /** As many as a page holds. */
  pageSize: number;
  /** Where the next page begins, where there is one. */
  next?: string | undefined;
  /** Our own records that were given out, where their ids are not those of the resources. */
  ids?: string[];
}

/** A type of FHIR that is made of our records. */
export interface FhirType<Q extends z.ZodObject = z.ZodObject> {
  type: string;
  /** What it is made of, as the audit trail names it. */
  resource: string;
  /** Of the search, and of one. */
  summary: readonly [string, string];
  operations: readonly [string, string];
  query: Q;
  /** What a search may name, beside a page's size and place. */
  parameters: Readonly<Record<string, { type: string; documentation?: string }>>;
  /** Who may search, and who may read one; nobody on a server that has no such records. */
  roles(services: Pick<Services, 'resources'>): Readonly<Record<'search' | 'read', readonly Role[]>>;
  search(query: z.output<Q>, account: Account, services: Services): Promise<SearchPage>;
  /** How many this person may see of what a search asks for. */
  count(query: z.output<Q>, account: Account, services: Services): Promise<number>;
  /** One that this person may see. `record` is our record's id, where it is not the resource's. */
  read(
    id: string,
    account: Account,
    services: Services,
  ): Promise<{ resource: FhirResource; version: number; changedAt: number; record?: string } | undefined>;
}

/** Types the search by its own query. */
export const defineType = <Q extends z.ZodObject>(type: FhirType<Q>): FhirType => type as unknown as FhirType;
