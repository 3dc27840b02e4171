// npm run audit:verify [-- <hash>]: verifies the audit trail. With the hash of an earlier run it also detects missing
// rows at the end.
import { verifyAudit } from '../server/audit/auditChain.ts';
import { BackupError } from '../server/backup/loadSnapshot.ts';
import { recordCommandSuccess } from '../server/db/commandRuns.ts';
import { runOnDatabase } from './command.ts';

await runOnDatabase('verify', async ({ db }, _config, expectedHash) => {
  const { sound, hash, broken } = await verifyAudit(db, expectedHash);
  if (broken) throw new BackupError(`The audit trail is sound up to row ${sound}. Row ${broken.id}: ${broken.reason}.`);
  await recordCommandSuccess(db, 'audit_verify');
  return `The audit trail is sound: ${sound} rows. Its last hash: ${hash || '(none)'}`;
});
