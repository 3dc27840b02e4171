import type { Messages } from '../../frame/i18n/texts.ts';
import type en from './en.ts';
import { account } from './es/account.ts';
import { calendarFeed } from './es/calendarFeed.ts';
import { messages } from './es/messages.ts';
import { custody, orders } from './es/orders.ts';
import { resources } from './es/resources.ts';
import { runSheet } from './es/runSheet.ts';
import { shell } from './es/shell.ts';
import { visitReports } from './es/visitReports.ts';

/** Every Spanish text of the portal, for the United States and Latin America. A key that is missing does not compile. */
const es: Messages<typeof en> = {
  ...shell,
  ...account,
  ...resources,
  ...messages,
  ...runSheet,
  ...calendarFeed,
  ...visitReports,
  ...orders,
  ...custody,
};
export default es;
