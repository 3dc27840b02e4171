// npm run audit:verify [-- <hash>]: verifies the audit trail. With the hash of an earlier run it also detects missing
// rows at the end.
import { verifyAudit } from '../server/audit/verifyAudit.ts';
import { CommandError } from '../server/base/operatorErrors.ts';
import { recordCommandSuccess } from '../server/db/commandRuns.ts';
import { withExistingDatabase } from '../server/db/existingDatabase.ts';
import { createFileStore } from '../server/files/fileStore.ts';
import { runCommand } from './command.ts';

await runCommand((config, [expectedHash]) =>
  withExistingDatabase(config, 'verify', async ({ db }) => {
    const { sound, hash, archived, broken } = await verifyAudit({ db, files: createFileStore(config) }, expectedHash);
    if (broken)
      throw new CommandError(`The audit trail is sound up to row ${sound}. Row ${broken.id}: ${broken.reason}.`);
    await recordCommandSuccess(db, 'audit_verify');
    return `The audit trail is sound: ${sound} rows${archived ? `, ${archived} of them in archives` : ''}. Its last hash: ${hash || '(none)'}`;
  }),
);
