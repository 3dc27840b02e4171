import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { isOffered } from 'portal-frame/browser';
import { getPlugins, isAllowed, resources } from 'portal-frame/browser/plugins';
import type { ShortcutGroup } from 'portal-frame/plugin';
import type { Role } from 'portal-frame/roles';
import { SHORTCUT, UNDO_SHORTCUT } from 'portal-frame/search';
import { useTranslate } from 'ra-core';

const mayUndo = (role: Role) =>
  resources.some((resource) => {
    const undo = resource.api?.actions?.undo?.[role]?.call;
    return (
      (undo !== undefined && isOffered(undo)) ||
      getPlugins().some(({ undoDelete }) => undoDelete?.isOffered(resource, role))
    );
  });

const isShortcutOffered = ({ keys, action }: ShortcutGroup['keys'][number], role: Role) => {
  if (keys === UNDO_SHORTCUT) return mayUndo(role);
  return !action || resources.some((resource) => isAllowed(resource, role, action(resource) ?? ''));
};

/** Shortcuts of the frame. */
const OWN: readonly ShortcutGroup[] = [
  {
    area: 'shortcuts.anywhere',
    keys: [
      { keys: SHORTCUT, text: 'shortcuts.palette' },
      { keys: '?', text: 'shortcuts.this' },
      { keys: UNDO_SHORTCUT, text: 'shortcuts.undo' },
      { keys: '↑ ↓', text: 'shortcuts.choose' },
      { keys: 'Enter', text: 'shortcuts.take' },
      { keys: 'Esc', text: 'shortcuts.close' },
    ],
  },
  {
    area: 'shortcuts.details',
    keys: [
      { keys: 'J', text: 'shortcuts.next' },
      { keys: 'K', text: 'shortcuts.previous' },
    ],
  },
];
const groups = [...OWN, ...getPlugins().flatMap(({ shortcuts = [] }) => shortcuts)];

export default function Shortcuts({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="xs" aria-labelledby="shortcuts-title">
      <DialogTitle id="shortcuts-title">{t('shortcuts.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {groups.map(({ area, keys }) => (
          <Box component="section" key={area} aria-label={t(area)}>
            <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
              {t(area)}
            </Typography>
            <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1, gridTemplateColumns: '96px minmax(0, 1fr)' }}>
              {keys
                .filter((one) => isShortcutOffered(one, role))
                .map((one) => (
                  <Box key={one.text} sx={{ display: 'contents' }}>
                    <dt>
                      <Box component="kbd" sx={keyStyles}>
                        {one.keys}
                      </Box>
                    </dt>
                    <Typography component="dd" sx={{ m: 0 }}>
                      {t(one.text)}
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
