import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  FormControlLabel,
  FormGroup,
  FormLabel,
} from '@mui/material';
import { useView } from 'portal-frame/browser';
import { useRoleName } from 'portal-frame/browser/plugins';
import { getPageRoles, type Role } from 'portal-frame/roles';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { QueryValue } from '../sharedQueryCalls.ts';
import { useShareQuery } from './useShareQuery.ts';

interface ShareQueryDialogProps {
  name: string;
  value: QueryValue;
  onClose: () => void;
}

export default function ShareQueryDialog({ name, value, onClose }: ShareQueryDialogProps) {
  const t = useTranslate();
  const roleName = useRoleName();
  const { resource } = useView();
  const [roles, setRoles] = useState<readonly Role[]>([]);
  const { busy, share } = useShareQuery(onClose);
  const title = t('sharedQueries.share', { name });
  const toggle = (role: Role) =>
    setRoles(roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role]);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-label={title}>
      <DialogTitle>{title}</DialogTitle>
      <DialogContent>
        <FormLabel id="share-with">{t('sharedQueries.with')}</FormLabel>
        <FormGroup aria-labelledby="share-with" role="group">
          {getPageRoles()
            .names.filter((role) => resource.roles[role]?.list)
            .map((role) => (
              <FormControlLabel
                key={role}
                label={roleName(role)}
                control={<Checkbox checked={roles.includes(role)} onChange={() => toggle(role)} />}
              />
            ))}
        </FormGroup>
        <DialogContentText variant="body2">{t('sharedQueries.hint')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ra.action.cancel')}</Button>
        <Button
          variant="contained"
          disabled={busy || roles.length === 0}
          onClick={() => share({ resource: resource.name, name, roles, value })}
        >
          {t('sharedQueries.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
