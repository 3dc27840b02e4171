import { useLocation, useNavigate } from 'react-router';
import { pages } from '../../config/pages.ts';
import type { Role } from '../../wire/call.ts';

/** The popups of the settings; each has an address of its own, so that it can be linked and closed with Back. */
export type SettingsDialog = 'profile' | 'password';
const DIALOG_PARAM = 'edit';

/** The address of a popup of the role's settings. */
export const getSettingsDialogPath = (role: Role, popup: SettingsDialog): string =>
  `${pages.find((page) => page.role === role && page.path.endsWith('settings'))?.path}?${DIALOG_PARAM}=${popup}`;

/** The popup that the address names, and what opens and closes one. */
export function useSettingsDialog(role: Role) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  return {
    popup: new URLSearchParams(search).get(DIALOG_PARAM) as SettingsDialog | null,
    open: (popup: SettingsDialog) => navigate(getSettingsDialogPath(role, popup), { state: { fromSettings: true } }),
    close: () => (state?.fromSettings ? navigate(-1) : navigate(pathname, { replace: true })),
  };
}
