/** Internals of the browser, for tests. They may change without notice. */

export { pages } from '../config/app/pages.ts';
export { resources } from '../config/registry.ts';

export { collectionsProvider } from '../dataProvider/collectionsProvider.ts';
export { onReauthenticationRequest } from '../dataProvider/reauthentication.ts';
export type { RequestInput } from '../dataProvider/requestBody.ts';
export { addAdminMessages } from '../i18n/adminMessages.ts';
export { adminSpanish } from '../i18n/es/admin.ts';
export { getLanguageName } from '../i18n/languageNames.ts';
export { i18nProvider, LOCALES, loadPreferredLanguage } from '../i18n/provider.ts';

export { Toasts } from '../layout/LazyToastStack.tsx';

export { subscribeToEvents } from '../live/eventStream.ts';

export { pushEvents } from '../push/pushEvents.ts';
export { startPush } from '../push/register.ts';

export { getMenu, listScreenPaths } from '../session/menu.ts';
export { dropToken } from '../session/session.ts';
export { DATABASE, getUnsentCounts } from '../session/unsentWork.ts';

export {
  addMinutesWithinDay,
  formatSpanTitle,
  getDays,
  getSpan,
  getUtcOffset,
  moveDay,
} from '../views/calendar/calendarDays.ts';
export { toCalendarEntries } from '../views/calendar/calendarEntries.ts';
export { countByDay, createDayHead, getContentOptions } from '../views/calendar/calendarOptions.ts';
export { type EntryPosition, findNextEntry } from '../views/calendar/entryNavigation.ts';
export { getLaneHeights, groupByField, groupFreeEntries, limitEntriesPerCell } from '../views/calendar/laneHeights.ts';
export { toExportTable } from '../views/export/exportTable.ts';
export { type ConditionField, listOperators } from '../views/filter/conditionFields.ts';
export { findMissingValues, fromWhere, toWhere } from '../views/filter/conditionTree.ts';
export { createWallClock } from '../views/shared/wallClock.ts';
