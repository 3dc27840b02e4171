import { mayDo } from 'portal-frame';
import { listRoles, type ResourceSchemas, type Route } from 'portal-frame/server/collections';
import type { Collection } from 'portal-frame/server/database';
import { importBody, importFile, importReport } from '../wire/importCalls.ts';
import { importRecords } from './importRecords.ts';

/** Creates the route that imports records from a CSV file. */
export function createImportRoutes({ resource }: Collection, schemas: ResourceSchemas | undefined): Route[] {
  const roles = listRoles(resource).filter((role) => mayDo(resource, role, 'import'));
  if (!schemas || roles.length === 0) return [];
  return [
    {
      method: 'POST',
      operation: 'create',
      path: '/import',
      roles,
      summary: `Takes records of ${resource.name} from a CSV file: all of them, or none; with dryRun it only reports what would become of them`,
      body: importBody,
      files: importFile,
      discardFiles: true,
      reply: importReport(schemas.record.partial()),
      handler: importRecords,
    },
  ];
}
