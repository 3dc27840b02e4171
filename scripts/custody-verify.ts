// npm run custody:verify [-- <anchor>]: verifies the custody events. With the anchor of an earlier run it also detects
// missing events at the end.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../frame/commands/command.ts';
import { BackupError } from '../frame/server/backup/loadSnapshot.ts';
import { recordCommandSuccess } from '../frame/server/db/commandRuns.ts';
import { openDatabase } from '../frame/server/db/openDatabase.ts';
import { verifyCustody } from '../server/custody/verify.ts';

await runCommand(async (config, [anchor]) => {
  const file = join(config.dataDir, 'portal.sqlite');
  if (!config.databaseUrl && !existsSync(file)) throw new BackupError(`There is no ${file} to verify.`);
  const store = openDatabase(config);
  try {
    const { events, devices, anchor: last, broken, findings } = await verifyCustody(store.db, config, anchor);
    const lines = findings.map(
      ({ device, seq, label, finding }) => `Device ${device}, event ${seq}${label && ` (${label})`}: ${finding}.`,
    );
    if (broken) lines.unshift(`The anchors break at event ${broken.id}: ${broken.reason}.`);
    if (lines.length > 0) throw new BackupError(lines.join('\n'));
    await recordCommandSuccess(store.db, 'custody_verify');
    return `The custody events are sound: ${events} of ${devices} devices. Their last anchor: ${last || '(none)'}`;
  } finally {
    await store.close();
  }
});
