import { account } from '../es/account.ts';
import { adminSpanish } from '../es/admin.ts';
import conditions from '../es/conditions.ts';
import { lists } from '../es/lists.ts';
import { messages } from '../es/messages.ts';
import { shell } from '../es/shell.ts';
import type { Messages } from '../texts.ts';
import type en from './en.ts';

/** Spanish texts of the frame and of react-admin. */
const es: Messages<typeof en> & { conditions: typeof conditions } = {
  ...shell,
  ...account,
  ...lists,
  ...messages,
  conditions,
  ...adminSpanish,
};
export default es;
