import { account } from './en/account.ts';
import { calendarFeed } from './en/calendarFeed.ts';
import { custody } from './en/custody.ts';
import { messages } from './en/messages.ts';
import { money } from './en/money.ts';
import { orders } from './en/orders.ts';
import { plan } from './en/plan.ts';
import { resources } from './en/resources.ts';
import { runSheet } from './en/runSheet.ts';
import { shell } from './en/shell.ts';
import { visitReports } from './en/visitReports.ts';

/**
 * English texts of the portal; they override the frame's (frame/i18n/en). Texts of spec.md are copied exactly, with
 * their spelling. The server reads them too.
 */
const en = {
  ...shell,
  ...account,
  ...resources,
  ...messages,
  ...runSheet,
  ...calendarFeed,
  ...visitReports,
  ...orders,
  money,
  ...custody,
  ...plan,
} as const;
export default en;
