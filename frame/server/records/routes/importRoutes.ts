import type { z } from 'zod';
import { type AnyResource, mayDo } from '../../../config/resource.ts';
import { listRoles } from '../../../config/rights.ts';
import { importBody, importFile, importReport } from '../../../wire/imports.ts';
import { importRecords } from '../operations/importRecords.ts';
import type { Route } from './recordRoute.ts';

/** Creates the route that imports records from a CSV file. */
export function createImportRoutes(resource: AnyResource, record: z.ZodObject): Route[] {
  const roles = listRoles(resource).filter((role) => mayDo(resource, role, 'import'));
  if (roles.length === 0) return [];
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
      reply: importReport(record.partial()),
      handler: importRecords,
    },
  ];
}
