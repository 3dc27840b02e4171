import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { resources } from '../config/registry.ts';
import { mayUseTrash } from '../config/trashConfig.ts';
import { isOffered } from '../session/session.ts';
import { isAllowed } from '../views/shared/canAccess.ts';
import type { Role } from '../wire/call.ts';
import { SHORTCUT, UNDO_SHORTCUT } from './shortcut.ts';

const mayInCalendar = (key: 'assign' | 'move') => (role: Role) =>
  resources.some((resource) => {
    const action = resource.list.calendar?.[key];
    return action !== undefined && isAllowed(resource, role, action);
  });

const mayUndo = (role: Role) =>
  resources.some((resource) => {
    const undo = resource.api?.actions?.undo?.[role]?.call;
    return (undo !== undefined && isOffered(undo)) || mayUseTrash(resource, role, 'restore');
  });

/** Shortcuts by area: keys, i18n key, and optionally a condition on the role. */
const SHORTCUTS = [
  [
    'shortcuts.anywhere',
    [
      [SHORTCUT, 'shortcuts.palette'],
      ['?', 'shortcuts.this'],
      [UNDO_SHORTCUT, 'shortcuts.undo', mayUndo],
      ['↑ ↓', 'shortcuts.choose'],
      ['Enter', 'shortcuts.take'],
      ['Esc', 'shortcuts.close'],
    ],
  ],
  [
    'shortcuts.details',
    [
      ['J', 'shortcuts.next'],
      ['K', 'shortcuts.previous'],
    ],
  ],
  [
    'shortcuts.calendar',
    [
      ['← ↑ ↓ →', 'shortcuts.move'],
      ['A', 'shortcuts.assign', mayInCalendar('assign')],
      ['M', 'shortcuts.moveVisit', mayInCalendar('move')],
    ],
  ],
] as const;

export default function Shortcuts({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">{t('shortcuts.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {SHORTCUTS.map(([area, keys]) => (
          <Box component="section" key={area} aria-label={t(area)}>
            <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
              {t(area)}
            </Typography>
            <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1, gridTemplateColumns: '96px minmax(0, 1fr)' }}>
              {keys
                .filter(([, , isVisible]) => isVisible?.(role) ?? true)
                .map(([key, label]) => (
                  <Box key={label} sx={{ display: 'contents' }}>
                    <dt>
                      <Box component="kbd" sx={keyStyles}>
                        {key}
                      </Box>
                    </dt>
                    <Typography component="dd" sx={{ m: 0 }}>
                      {t(label)}
                    </Typography>
                  </Box>
                ))}
            </Box>
          </Box>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose} autoFocus>
          {t('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const keyStyles = {
  font: 'inherit',
  fontSize: 13,
  fontWeight: 500,
  px: 1,
  py: 0.25,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.default',
  whiteSpace: 'nowrap',
} as const;
