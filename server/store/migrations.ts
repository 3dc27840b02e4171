import type { Migration } from 'kysely/migration';
import { type DatabaseKind, runMigrationStep } from 'portal-frame/server/database';
import { countsSteps } from './countsSchema.ts';
import { addPatientKeys } from './patientKeys.ts';
import { portalTables } from './portalTables.ts';

import { whoDrewViewSteps } from './visitResults.ts';
import { openReportSteps, visitReportSteps, visitTimeSteps } from './visitState.ts';
import { wordsSteps } from './wordsSchema.ts';

/**
 * The portal's migrations by name, which run after the frame's. A released one never changes. Databases that were made
 * before 001_portal have its tables from `formerMigrations`; `tests/api/baseline.test.ts` compares both.
 */
export const migrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001_portal': { up: (db) => runMigrationStep(db, kind, getFirstSteps(kind)) },
  '002_patient_keys': { up: (db) => addPatientKeys(db, kind) },
});

const getFirstSteps = (kind: DatabaseKind): string[] => [
  ...portalTables(kind),
  ...countsSteps(kind),
  ...wordsSteps(kind),
  ...visitReportSteps,
  ...openReportSteps,
  ...visitTimeSteps,
  ...whoDrewViewSteps,
];
