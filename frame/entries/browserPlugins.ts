/** Browser entry for plug-ins: parts of the core that an app's own code does not need. */

export { findUnmetField } from '../config/actions.ts';
export { getVisibleEntries, toEntry } from '../config/app/entries.ts';
export type { IconName } from '../config/app/icons.ts';
export { getPlugins } from '../config/app/pluginList.ts';
export type { FilterConfig, TabConfig } from '../config/listConfig.ts';
export { resources } from '../config/registry.ts';
export { postToHost } from '../dataProvider/download.ts';
export type { ChipStyle, ChoiceValue } from '../fields/chips.ts';
export { translateLabel } from '../fields/kind.ts';
export { fillTemplate, type ReferenceOptions } from '../fields/reference.ts';
export { getLanguageName } from '../i18n/languageNames.ts';
export { addLateTexts, LOCALES } from '../i18n/provider.ts';
export { splitWords } from '../i18n/translateMessage.ts';
export { FileDropArea } from '../inputs/FileButton.tsx';
export { askToConfirm } from '../notify/askToConfirm.ts';
export { notificationEvents } from '../notify/notificationEvents.ts';
export { useTabTitle } from '../notify/tabTitle.ts';
export { Brand } from '../pages/signIn/BrandPane.tsx';
export { Field } from '../pages/signIn/SignInField.tsx';
export { useAttempt } from '../pages/signIn/useAttempt.ts';
export { formatFileSize } from '../parts/FileCards.tsx';
export {
  getRecordTitle,
  showField,
  useFieldLabels,
  useLabel,
  useMenuEntryName,
  useNamedText,
  useResourceNames,
  useRoleName,
} from '../parts/intl.ts';
export { createChoiceFilter, getMatchContext } from '../parts/matchContext.ts';
export { getReferenceOptions } from '../parts/referenceOptions.ts';
export { isResourceOffered, listDestinations } from '../session/menu.ts';
export { getSections } from '../session/sections.ts';
export { GLYPHS, getToneStyle } from '../theme/chipTones.tsx';
export { PortalTheme } from '../theme/PortalTheme.tsx';
export { useActionLabel } from '../views/action/useNamedAction.ts';
export { BulkActionPicker, useBulkActionNames } from '../views/bulk/BulkActionPicker.tsx';
export { FilterChips } from '../views/filter/FilterChips.tsx';
export { FilterToggle } from '../views/filter/FilterToggle.tsx';
export { isAllowed, meetsConditions } from '../views/shared/canAccess.ts';
export { Drawer } from '../views/shared/Drawer.tsx';
export { filterByFeature } from '../views/shared/filterByFeature.ts';
export { toReferenceKey } from '../views/shared/toReferenceKey.ts';
export { useShowRecord } from '../views/shared/useOpenRecord.ts';
export { createWallClock } from '../views/shared/wallClock.ts';
export { formatCsv } from '../wire/csvText.ts';
export { normalizeText } from '../wire/normalizeText.ts';
