import type { Migration } from 'kysely/migration';
import { operationTables } from '../db/commandRuns.ts';
import type { DatabaseKind, Store } from '../db/openDatabase.ts';
import { auditArchiveTables } from './auditSteps.ts';
import { automationTables } from './automationTables.ts';
import { coreTables, frameTables } from './frameTables.ts';
import { identityTables } from './identityTables.ts';
import { coreProgramTables, programTables } from './programTables.ts';

/** The frame, a plug-in or the app, with its list of migrations. */
export interface MigrationOwner {
  name: string;
  migrations: Readonly<Record<string, Migration>>;
}

/** The frame's migrations by name. A released one never changes. */
const listFrameMigrations = (kind: DatabaseKind): MigrationOwner['migrations'] => ({
  '001_frame': coreTables(kind),
  '002_operations': operationTables(kind),
  '003_programs': coreProgramTables(kind),
  // Made tables that plug-ins have now. Databases record them.
  '004_identities': { up: async () => undefined },
  '005_automations': { up: async () => undefined },
  '006_audit_archives': { up: async () => undefined },
});

/** The frame's last migration that apps had in one list with their own. */
const LAST_FORMER = '006_audit_archives';

type Plugins = NonNullable<Store['app']['plugins']>;

/** Names the plug-ins that need the app, by themselves or by others that they need. They are sorted by their needs. */
export const findPartsOfApp = (plugins: Plugins): Set<string> =>
  plugins.reduce(
    (found, { plugin: { name, needs = [] } }) =>
      needs.some((one) => one === 'app' || found.has(one)) ? found.add(name) : found,
    new Set<string>(),
  );

/**
 * Lists the owners in the order in which their migrations run: the frame, plug-ins, the app, and the plug-ins that need
 * the app.
 */
export function listMigrationOwners({ app, kind }: Pick<Store, 'app' | 'kind'>): MigrationOwner[] {
  const { plugins = [] } = app;
  const ofApp = findPartsOfApp(plugins);
  const toOwner = ({ plugin: { name }, migrations }: Plugins[number]) => ({
    name,
    migrations: migrations?.(kind) ?? {},
  });
  return [
    { name: 'frame', migrations: listFrameMigrations(kind) },
    ...plugins.filter(({ plugin }) => !ofApp.has(plugin.name)).map(toOwner),
    { name: 'app', migrations: app.migrations?.(kind) ?? {} },
    ...plugins.filter(({ plugin }) => ofApp.has(plugin.name)).map(toOwner),
  ];
}

/** The frame's migrations as they were when apps had them in one list. */
const listFormerFrameMigrations = (kind: DatabaseKind): MigrationOwner['migrations'] => ({
  ...Object.fromEntries(Object.entries(listFrameMigrations(kind)).filter(([name]) => name <= LAST_FORMER)),
  '001_frame': frameTables(kind),
  '003_programs': programTables(kind),
  '004_identities': identityTables(kind),
  '005_automations': automationTables(kind),
  '006_audit_archives': auditArchiveTables(kind),
});

/** Loads the one list of former versions: the app's `formerMigrations`, or the frame's migrations of that time. */
export const loadFormerMigrations = async ({
  app,
  kind,
}: Pick<Store, 'app' | 'kind'>): Promise<MigrationOwner['migrations']> =>
  app.formerMigrations?.load(kind) ?? listFormerFrameMigrations(kind);

/** Returns the migrations of plug-ins whose tables were others' before. */
export const getTakenOver = ({ app }: Pick<Store, 'app'>): Record<string, readonly string[]> =>
  Object.fromEntries(
    (app.plugins ?? []).flatMap(({ plugin, takesOver }) => (takesOver ? [[plugin.name, takesOver]] : [])),
  );

/** Returns the migrations, by owner, whose tables the former list makes. */
export const getCoveredMigrations = ({
  app,
  kind,
}: Pick<Store, 'app' | 'kind'>): Record<string, readonly string[]> => ({
  frame: Object.keys(listFormerFrameMigrations(kind)),
  ...(app.formerMigrations && { app: app.formerMigrations.covers }),
  ...getTakenOver({ app }),
});
