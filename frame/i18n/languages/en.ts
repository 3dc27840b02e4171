import { account } from '../en/account.ts';
import { inOut } from '../en/inOut.ts';
import { lists } from '../en/lists.ts';
import { messages } from '../en/messages.ts';
import { reports } from '../en/reports.ts';
import { server } from '../en/server.ts';
import { shell } from '../en/shell.ts';

/**
 * Every English text of the frame; an app's own (src/i18n/en.ts) lie over these. Plain data: the server reads it too, to
 * say the same things.
 */
const en = { ...shell, ...account, ...lists, ...reports, ...messages, ...server, ...inOut } as const;
export default en;
