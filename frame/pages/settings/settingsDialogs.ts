import { useLocation, useNavigate } from 'react-router';
import { pages } from '../../config/app/pages.ts';
import type { Role } from '../../wire/call.ts';

/** Each dialog has an address, so that it can be linked and closed with Back. */
export type SettingsDialog = 'profile' | 'password';
const DIALOG_PARAM = 'edit';

export const getSettingsDialogPath = (role: Role, dialog: SettingsDialog): string =>
  `${pages.find((page) => page.role === role && page.path.endsWith('settings'))?.path}?${DIALOG_PARAM}=${dialog}`;

/** Returns the dialog named in the address, and functions to open and close it. */
export function useSettingsDialog(role: Role) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  return {
    dialog: new URLSearchParams(search).get(DIALOG_PARAM) as SettingsDialog | null,
    open: (dialog: SettingsDialog) => navigate(getSettingsDialogPath(role, dialog), { state: { fromSettings: true } }),
    close: () => (state?.fromSettings ? navigate(-1) : navigate(pathname, { replace: true })),
  };
}
