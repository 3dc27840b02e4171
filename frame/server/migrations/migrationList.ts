import type { Migration } from 'kysely/migration';
import { auditArchiveTables } from '../audit/auditTables.ts';
import { operationTables } from '../db/commandRuns.ts';
import type { Store } from '../db/openDatabase.ts';
import { automationTables } from './automationTables.ts';
import { frameTables } from './frameTables.ts';
import { identityTables } from './identityTables.ts';
import { programTables } from './programTables.ts';

/** Returns the migrations in the order of their names. An app without its own gets the frame's. */
export const getMigrations = ({ app, kind }: Pick<Store, 'app' | 'kind'>): Readonly<Record<string, Migration>> =>
  app.migrations?.(kind) ?? {
    '001_frame': frameTables(kind),
    '002_operations': operationTables(kind),
    '003_programs': programTables(kind),
    '004_identities': identityTables(kind),
    '005_automations': automationTables(kind),
    '006_audit_archives': auditArchiveTables(kind),
  };
