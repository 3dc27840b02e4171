import Logout from '@mui/icons-material/Logout';
import { ButtonBase, Divider, Menu, MenuItem, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../config/app/pages.ts';
import { RequestError } from '../dataProvider/request.ts';
import { useRoleName } from '../parts/intl.ts';
import { PersonPhoto } from '../parts/PersonPhoto.tsx';
import { getFullName } from '../session/session.ts';
import { Icon } from '../theme/icons.tsx';
import { useFailure } from '../views/shared/useFailure.ts';
import { failureTexts } from '../wire/call.ts';
import { getLogoutPath, getPageRoles, type Role } from '../wire/roles.ts';
import { screenShowsProfileError, useProfileQuery } from './useProfile.ts';

const PROFILE_IMAGE_FAILURE = failureTexts('errors.fetchProfileImage');

/** Opens a menu with Profile and Logout from the user's photo. */
export function AccountMenu({ role }: { role: Role }) {
  const t = useTranslate();
  const roleName = useRoleName();
  const { data: profile, error } = useProfileQuery(role, PROFILE_IMAGE_FAILURE);
  const fail = useFailure();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  useEffect(() => {
    // Offline, the stored name is enough. Screens that need the profile report its failure themselves.
    const offline = error instanceof RequestError && error.code === 0 && !navigator.onLine;
    if (error instanceof RequestError && !offline && !screenShowsProfileError()) fail(error);
  }, [error, fail]);

  const name = profile?.fullName || getFullName() || roleName(role);
  const ownPage = pages.find((page) => page.role === role && page.path.endsWith('profile'))?.path ?? '/';
  const close = () => setAnchor(null);
  return (
    <>
      <ButtonBase
        aria-label={t('nav.account')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ borderRadius: '50%', p: 0.5 }}
      >
        <PersonPhoto name={name} image={profile?.image} />
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
        <MenuItem component={Link} to={ownPage} onClick={close}>
          <Icon name="person" fontSize="small" color="action" />
          {t('nav.profile')}
        </MenuItem>
        <MenuItem component={Link} to={getLogoutPath(getPageRoles().get(role))} onClick={close}>
          <Logout fontSize="small" color="action" />
          {t('nav.logout')}
        </MenuItem>
      </Menu>
    </>
  );
}
