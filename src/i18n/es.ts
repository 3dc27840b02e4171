import type { Messages } from './en.ts';
import { account } from './es/account.ts';
import { inOut } from './es/inOut.ts';
import { messages } from './es/messages.ts';
import { custody, orders } from './es/orders.ts';
import { reports } from './es/reports.ts';
import { resources } from './es/resources.ts';
import { runSheet } from './es/runSheet.ts';
import { server } from './es/server.ts';
import { shell } from './es/shell.ts';
import { visitReports } from './es/visitReports.ts';

/** Every Spanish text of the portal, for the United States and Latin America. A key that is missing does not compile. */
export const es: Messages = {
  ...shell,
  ...account,
  ...resources,
  ...reports,
  ...messages,
  ...server,
  ...runSheet,
  ...inOut,
  ...visitReports,
  ...orders,
  ...custody,
};
