import { account } from '../../frame/i18n/es/account.ts';
import { inOut } from '../../frame/i18n/es/inOut.ts';
import { messages } from '../../frame/i18n/es/messages.ts';
import { server } from '../../frame/i18n/es/server.ts';
import { shell } from '../../frame/i18n/es/shell.ts';
import type { Messages } from './en.ts';
import { custody, orders } from './es/orders.ts';
import { reports } from './es/reports.ts';
import { resources } from './es/resources.ts';
import { runSheet } from './es/runSheet.ts';
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
