import type { Messages } from 'portal-frame/wire';
import type screens from './en.screens.ts';
import type en from './en.ts';
import { account } from './es/account.ts';
import { messages } from './es/messages.ts';
import { orders } from './es/orders.ts';
import { resources } from './es/resources.ts';
import { shell } from './es/shell.ts';
import { visitReports } from './es/visitReports.ts';

/** Spanish texts for the United States and Latin America. A missing key does not compile. */
const es: Messages<typeof en & typeof screens> = {
  ...shell,
  ...account,
  ...resources,
  ...messages,
  ...visitReports,
  ...orders,
};
export default es;
