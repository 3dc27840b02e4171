/** Internals of the browser, for tests. They may change without notice. */

export { pages } from '../config/app/pages.ts';
export { resources } from '../config/registry.ts';

export { collectionsProvider } from '../dataProvider/collectionsProvider.ts';
export { onReauthenticationRequest } from '../dataProvider/reauthentication.ts';
export type { RequestInput } from '../dataProvider/requestBody.ts';
export { adminSpanish } from '../i18n/es/admin.ts';
export { getLanguageName } from '../i18n/languageNames.ts';
export { i18nProvider, LOCALES, loadPreferredLanguage } from '../i18n/provider.ts';
export { Toasts } from '../layout/LazyToastStack.tsx';
export { subscribeToEvents } from '../live/eventStream.ts';
export { addAdminMessages } from '../parts/adminMessages.ts';
export { loadFirstComponents } from '../parts/firstComponents.ts';

export { getMenu, listScreenPaths } from '../session/menu.ts';
export { dropToken } from '../session/session.ts';
export { DATABASE, getUnsentCounts } from '../session/unsentWork.ts';
export { toExportTable } from '../views/export/exportTable.ts';
export { type ConditionField, listOperators } from '../views/filter/conditionFields.ts';
export { findMissingValues, fromWhere, toWhere } from '../views/filter/conditionTree.ts';
export { loadListViews } from '../views/list/listViews.tsx';
export { createWallClock } from '../views/shared/wallClock.ts';
