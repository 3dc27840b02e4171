import type { Role } from 'portal-frame';
import type { Account, Services } from 'portal-frame/server';
import type { z } from 'zod';

export type FhirResource = { id?: string } & Record<string, unknown>;

/** A match of a search. */
export interface FhirMatch {
  /** Undefined if a record that it needs is missing. */
  resource: FhirResource | undefined;
  version: number;
  changedAt: number;
  /** Token of the page after this match. */
  token: string;
  /** Our id, if it differs. */
  record?: string;
}

/** A FHIR type that is made of records. */
export interface FhirType<Q extends z.ZodObject = z.ZodObject> {
  type: string;
  /** The resource in the audit trail. */
  resource: string;
  /** Further resources whose values it shows. */
  shows?: readonly string[];
  /** Of search and read. */
  summary: readonly [string, string];
  operations: readonly [string, string];
  query: Q;
  /** Search parameters besides paging. */
  parameters: Readonly<Record<string, { type: string; documentation?: string }>>;
  /** Empty if the server has no such records. */
  roles(services: Pick<Services, 'app' | 'resources'>): Readonly<Record<'search' | 'read', readonly Role[]>>;
  /** Finds up to `most` + 1 visible matches, in the order of the pages. */
  find(query: z.output<Q>, account: Account, services: Services, most: number): Promise<FhirMatch[]>;
  /** Counts the visible matches. */
  count(query: z.output<Q>, account: Account, services: Services): Promise<number>;
}

export const defineType = <Q extends z.ZodObject>(type: FhirType<Q>): FhirType => type;
