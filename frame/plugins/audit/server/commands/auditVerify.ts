import type { Command } from 'portal-frame/server';
import { CommandError, createFileStore, recordCommandSuccess, withExistingDatabase } from 'portal-frame/server/storage';
import { verifyAudit } from '../verifyAudit.ts';

/**
 * npm run audit:verify [-- <hash>]: verifies the audit trail. With the hash of an earlier run it also detects missing rows
 * at the end.
 */
const verify: Command = ({ config }, [expectedHash]) =>
  withExistingDatabase(config, 'verify', async ({ db }) => {
    const { sound, hash, archived, broken } = await verifyAudit({ db, files: createFileStore(config) }, expectedHash);
    if (broken)
      throw new CommandError(`The audit trail is sound up to row ${sound}. Row ${broken.id}: ${broken.reason}.`);
    await recordCommandSuccess(db, 'audit_verify');
    return `The audit trail is sound: ${sound} rows${archived ? `, ${archived} of them in archives` : ''}. Its last hash: ${hash || '(none)'}`;
  });
export default verify;
