/** Parts for an app's own screens, cells and actions: the ones that the generated screens use. */

export { authProvider } from './authProvider/index.ts';
export { getFilteredPath, getRecordPath } from './config/listPaths.ts';
export { findResource, getResource } from './config/registry.ts';
export { mayDo } from './config/resource.ts';
export { callQuery } from './dataProvider/callQuery.ts';
export { download } from './dataProvider/download.ts';
export { HOST, isSameOrigin, toFileUrl } from './dataProvider/host.ts';
export { dataProvider } from './dataProvider/index.ts';
export { RequestError, request, requestReply } from './dataProvider/request.ts';
export { requestData } from './dataProvider/requestData.ts';
export { mailTo } from './fields/contact.ts';
export { formatDay, formatDayAndTime, getToday } from './fields/date.ts';
export { formatDollars } from './fields/money.ts';
export { getNumberFormat } from './fields/numberFormat.ts';
export { showValue } from './fields/showValue.ts';
export { describeFile } from './fields/uploadKinds.ts';
export { translate } from './i18n/provider.ts';
export { FileButton } from './inputs/FileButton.tsx';
export { FieldInput } from './inputs/index.tsx';
export { getErrorText } from './inputs/inputErrors.ts';
export { BOTTOM_BAR_HEIGHT } from './layout/BottomBar.tsx';
export { DashboardItems } from './layout/DashboardItems.tsx';
export { SectionLinks } from './layout/SectionNav.tsx';
export { useProfileQuery } from './layout/useProfile.ts';
export type { Confirmed } from './notify/askToConfirm.ts';
export { toast } from './notify/toast.ts';
export { Portal, prepare } from './Portal.tsx';

export { SettingsCard } from './pages/settings/SettingsCard.tsx';
export { SwitchLine } from './pages/settings/SwitchLine.tsx';
export { ContentDialog } from './parts/ContentDialog.tsx';
export { CoverLink } from './parts/CoverLink.tsx';
export { useCellsLoaded } from './parts/customCells.tsx';
export { DialogForm } from './parts/DialogForm.tsx';
export { cardStackStyle, FileCard } from './parts/FileCards.tsx';
export { getListActions } from './parts/firstComponents.ts';
export { useCreateTitle, useFieldLabel, useIntl, useLabelWithRecord, useResourceName } from './parts/intl.ts';
export { lazyComponent } from './parts/lazyComponent.tsx';
export { PersonPhoto } from './parts/PersonPhoto.tsx';
export { StateChip } from './parts/StateChip.tsx';
export { useFormatMoment } from './parts/useFormatMoment.ts';
export { Value } from './parts/Value.tsx';

export {
  currentRole,
  currentSession,
  getBusinessTimeZone,
  getFullName,
  hasFeature,
  isOffered,
} from './session/session.ts';

export { Icon } from './theme/icons.tsx';
export { visuallyHidden } from './theme/visuallyHidden.ts';

export { useAction, useRunAction } from './views/action/useAction.ts';
export { CopyButton } from './views/detail/CopyButton.tsx';
export { CardList, RecordCardHeader } from './views/list/CardList.tsx';
export { ResourceList } from './views/list/ListView.tsx';
export { StackedCell } from './views/list/ValueCell.tsx';
export { cardGrid } from './views/shared/cardGridStyles.ts';
export { confirmAndRetry } from './views/shared/confirmAndRetry.ts';
export { EmptyList, ListError, ListSkeleton } from './views/shared/ListPlaceholders.tsx';
export { Loading } from './views/shared/Loading.tsx';
export { useTableColumns, useTableFits } from './views/shared/listColumns.ts';
export { notifySuccess } from './views/shared/notifySuccess.ts';
export { QueryContent } from './views/shared/QueryContent.tsx';
export { useView, ViewProvider } from './views/shared/ResourceViewContext.tsx';
export { useCall } from './views/shared/useCall.ts';
export { useCallMutation } from './views/shared/useCallMutation.ts';
export { useFailure } from './views/shared/useFailure.ts';
export { useOnce } from './views/shared/useOnce.ts';
export { usePending } from './views/shared/usePending.ts';
export { useUndoAction } from './views/shared/useUndoAction.ts';
