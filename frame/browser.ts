/** Parts for an app's own screens, cells and actions: the ones that the generated screens use. */

export { authProvider } from './authProvider/index.ts';
export { dataProvider } from './dataProvider/index.ts';
export { RequestError, request } from './dataProvider/request.ts';
export { formatDay, formatDayAndTime, getToday } from './fields/date.ts';
export { formatDollars } from './fields/money.ts';
export { getNumberFormat } from './fields/numberFormat.ts';
export { showValue } from './fields/show.ts';
export { toast } from './notify/toast.ts';
export { Portal, prepare } from './Portal.tsx';
export { useIntl } from './parts/intl.ts';
export { PersonPhoto } from './parts/PersonPhoto.tsx';
export { StateChip } from './parts/StateChip.tsx';
export { Value } from './parts/Value.tsx';
export { currentRole, hasFeature } from './session/session.ts';
export { Icon } from './theme/icons.tsx';
export { useAction } from './views/action/useAction.ts';
export { ResourceList } from './views/list/ListView.tsx';
export { DashboardReports } from './views/reports/DashboardReports.tsx';
export { EmptyList, ListError, ListSkeleton } from './views/shared/ListPlaceholders.tsx';
export { Loading } from './views/shared/Loading.tsx';
export { useCall } from './views/shared/useCall.ts';
export { useFailure } from './views/shared/useFailure.ts';
