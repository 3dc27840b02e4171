import { account } from '../../frame/i18n/en/account.ts';
import { inOut } from '../../frame/i18n/en/inOut.ts';
import { messages } from '../../frame/i18n/en/messages.ts';
import { server } from '../../frame/i18n/en/server.ts';
import { shell } from '../../frame/i18n/en/shell.ts';
import { custody, orders } from './en/orders.ts';
import { reports } from './en/reports.ts';
import { resources } from './en/resources.ts';
import { runSheet } from './en/runSheet.ts';
import { visitReports } from './en/visitReports.ts';

/**
 * Every English text of the portal. Texts that spec.md gives stand here letter for letter, its spellings included.
 * Plain data: the server reads it too, to say the same things. es.ts has the same keys.
 */
export const en = {
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
} as const;

/** The shape every language must have. */
export type Messages<T = typeof en> = { readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]> };
