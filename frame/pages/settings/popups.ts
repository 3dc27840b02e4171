import { useLocation, useNavigate } from 'react-router';
import { pages } from '../../config/pages.ts';
import type { Role } from '../../wire/call.ts';

/** The popups of the settings; each has an address of its own, so that it can be linked and closed with Back. */
export type Popup = 'profile' | 'password';
const PARAM = 'edit';

/** The address of a popup of the role's settings. */
export const popupPath = (role: Role, popup: Popup): string =>
  `${pages.find((page) => page.role === role && page.path.endsWith('settings'))?.path}?${PARAM}=${popup}`;

/** The popup that the address names, and what opens and closes one. */
export function usePopup(role: Role) {
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  return {
    popup: new URLSearchParams(search).get(PARAM) as Popup | null,
    open: (popup: Popup) => navigate(popupPath(role, popup), { state: { fromSettings: true } }),
    close: () => (state?.fromSettings ? navigate(-1) : navigate(pathname, { replace: true })),
  };
}
