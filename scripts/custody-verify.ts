// npm run custody:verify [-- <anchor>]: verifies the custody events. With the anchor of an earlier run it also detects
// missing events at the end.
import { runOnDatabase } from '../frame/commands/command.ts';
import { CommandError } from '../frame/server/base/operatorErrors.ts';
import { recordCommandSuccess } from '../frame/server/db/commandRuns.ts';
import { verifyCustody } from '../server/custody/verifyCustody.ts';

await runOnDatabase('verify', async ({ db }, config, expectedAnchor) => {
  const { events, devices, anchor, broken, findings } = await verifyCustody(db, config, expectedAnchor);
  const lines = findings.map(
    ({ device, seq, label, finding }) => `Device ${device}, event ${seq}${label && ` (${label})`}: ${finding}.`,
  );
  if (broken) lines.unshift(`The anchors break at event ${broken.id}: ${broken.reason}.`);
  if (lines.length > 0) throw new CommandError(lines.join('\n'));
  await recordCommandSuccess(db, 'custody_verify');
  return `The custody events are sound: ${events} of ${devices} devices. Their last anchor: ${anchor || '(none)'}`;
});
