import Logout from '@mui/icons-material/Logout';
import ButtonBase from '@mui/material/ButtonBase';
import Divider from '@mui/material/Divider';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useGetIdentity, useLogoutIfAccessDenied, useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { storedFullName } from '../authProvider/session.ts';
import { LOGOUT } from '../config/menu.ts';
import { pages } from '../config/pages.ts';
import { PersonPhoto } from '../fields/parts/Person.tsx';
import { Icon } from '../theme/icons.tsx';
import type { Role } from '../wire/call.ts';
import { toast } from './toast.ts';

/** The person's photo, and behind it Profile and Logout. */
export function AccountMenu({ role }: { role: Role }) {
  const t = useTranslate();
  const { identity, error } = useGetIdentity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const logoutIfAccessDenied = useLogoutIfAccessDenied();
  useEffect(() => {
    if (!error) return;
    logoutIfAccessDenied(error).then((over) => {
      if (!over) toast.error(t('errors.fetchProfileImage'));
    });
  }, [error, logoutIfAccessDenied, t]);

  const name = identity?.fullName ?? storedFullName() ?? t(`roles.${role}`);
  const profile = pages.find((page) => page.role === role && page.path.endsWith('profile'))?.path ?? '/';
  const close = () => setAnchor(null);
  return (
    <>
      <ButtonBase
        aria-label={t('nav.account')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ borderRadius: '50%', p: 0.25 }}
      >
        <PersonPhoto name={name} image={identity?.avatar} />
      </ButtonBase>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { sx: { minWidth: 200 } } }}
      >
        <Typography component="li" variant="subtitle1" noWrap sx={{ px: 2, py: 1, maxWidth: 260 }}>
          {name}
        </Typography>
        <Divider component="li" sx={{ mb: 0.75 }} />
        <MenuItem component={Link} to={profile} onClick={close}>
          <Icon name="person" fontSize="small" color="action" />
          {t('nav.profile')}
        </MenuItem>
        <MenuItem component={Link} to={LOGOUT[role]} onClick={close}>
          <Logout fontSize="small" color="action" />
          {t('nav.logout')}
        </MenuItem>
      </Menu>
    </>
  );
}
