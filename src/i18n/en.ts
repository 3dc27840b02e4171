import { account } from './en/account.ts';
import { calendarFeed } from './en/calendarFeed.ts';
import { messages } from './en/messages.ts';
import { custody, orders } from './en/orders.ts';
import { resources } from './en/resources.ts';
import { runSheet } from './en/runSheet.ts';
import { shell } from './en/shell.ts';
import { visitReports } from './en/visitReports.ts';

/**
 * Every English text of the portal, over those of the frame (frame/i18n/en). Texts that spec.md gives stand here letter
 * for letter, its spellings included. Plain data: the server reads it too, to say the same things. es.ts has the same keys.
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
  ...custody,
} as const;
export default en;
