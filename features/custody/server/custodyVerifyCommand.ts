import type { Command } from 'portal-frame/server';
import { CommandError, recordCommandSuccess, withExistingDatabase } from 'portal-frame/server/storage';
import { verifyCustody } from './verifyCustody.ts';

/**
 * npm run custody:verify [-- <anchor>]: verifies the custody events. With the anchor of an earlier run it also detects
 * missing events at the end.
 */
const custodyVerify: Command = ({ config }, [expectedAnchor]) =>
  withExistingDatabase(config, 'verify', async ({ db }) => {
    const { events, devices, anchor, broken, findings } = await verifyCustody(db, config, expectedAnchor);
    const lines = findings.map(
      ({ device, seq, label, finding }) => `Device ${device}, event ${seq}${label && ` (${label})`}: ${finding}.`,
    );
    if (broken) lines.unshift(`The anchors break at event ${broken.id}: ${broken.reason}.`);
    if (lines.length > 0) throw new CommandError(lines.join('\n'));
    await recordCommandSuccess(db, 'custody_verify');
    return `The custody events are sound: ${events} of ${devices} devices. Their last anchor: ${anchor || '(none)'}`;
  });
export default custodyVerify;
