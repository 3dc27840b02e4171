import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../base/operatorErrors.ts';
import type { Config } from '../config.ts';
import { openDatabase, type Store } from './openDatabase.ts';

/** Runs `work` on the existing database as it is, without migrations. Throws a CommandError if there is none. */
export async function withExistingDatabase<T>(
  config: Config,
  purpose: string,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const file = join(config.dataDir, 'portal.sqlite');
  if (!config.databaseUrl && !existsSync(file)) throw new CommandError(`There is no ${file} to ${purpose}.`);
  const store = openDatabase(config);
  return work(store).finally(() => store.close());
}
