import { account } from '../en/account.ts';
import { lists } from '../en/lists.ts';
import { messages } from '../en/messages.ts';
import { shell } from '../en/shell.ts';

/** English texts of the frame, overridden by src/i18n/en.ts. The server reads them too. */
const en = { ...shell, ...account, ...lists, ...messages } as const;
export default en;
