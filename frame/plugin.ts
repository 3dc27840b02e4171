/** Entry for plug-ins: what both halves declare. */

export type { ActionConfig } from './config/actions.ts';
export {
  type AppBrowserParts,
  type BrowserParts,
  type BrowserPlugin,
  type DashboardItemPart,
  defineBrowserPlugin,
  type HeaderItemProps,
  type IdentityProofProps,
  type ListActionPart,
  type ListActionProps,
  type ListHeadPart,
  type ListViewLocation,
  type ListViewPart,
  type ShortcutGroup,
  type ShowPanelPart,
  type SignInStepProps,
  type UndoDeletePart,
} from './config/app/defineBrowserPlugin.ts';
export { definePlugin, type Plugin, type ResourceScreen } from './config/app/definePlugin.ts';
export { getVisibleEntries } from './config/app/entries.ts';
export { getFilterOperator, getFilters, getTabFilter, PERIOD_FILTER } from './config/listFilters.ts';
export {
  type AggregateConfig,
  getGrouping,
  getMeasuredFields,
  getMeasures,
  type Measure,
  type MeasureConfig,
  type Period,
} from './config/measures.ts';
export { getOwnField } from './config/rowRules.ts';
export type { EntryConfig } from './config/viewConfig.ts';
export type { InputName } from './fields/kind.ts';
