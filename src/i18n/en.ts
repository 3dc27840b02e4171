import { account } from './en/account.ts';
import { messages } from './en/messages.ts';
import { shell } from './en/shell.ts';

/**
 * English texts of the portal's sign-in page; en.screens.ts has those of all other screens. They override the frame's
 * (frame/i18n/en). Texts of spec.md are copied exactly, with their spelling. The server reads them too.
 */
const en = { ...shell, ...account, ...messages } as const;
export default en;
