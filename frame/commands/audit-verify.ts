// npm run audit:verify [-- <hash>]: verifies the audit trail. With the hash of an earlier run it also detects missing
// rows at the end.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAudit } from '../server/audit/auditChain.ts';
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { recordCommandSuccess } from '../server/db/commandRuns.ts';
import { openDatabase } from '../server/db/openDatabase.ts';
import { runCommand } from './command.ts';

await runCommand(async (config, [hash]) => {
  const file = join(config.dataDir, 'portal.sqlite');
  if (!config.databaseUrl && !existsSync(file)) throw new BackupError(`There is no ${file} to verify.`);
  const store = openDatabase(config);
  try {
    const { sound, hash: last, broken } = await verifyAudit(store.db, hash);
    if (broken)
      throw new BackupError(`The audit trail is sound up to row ${sound}. Row ${broken.id}: ${broken.reason}.`);
    await recordCommandSuccess(store.db, 'audit_verify');
    return `The audit trail is sound: ${sound} rows. Its last hash: ${last || '(none)'}`;
  } finally {
    await store.close();
  }
});
