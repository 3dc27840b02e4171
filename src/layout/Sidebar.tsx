import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { type FocusEvent, useState } from 'react';
import { NavLink, useMatch } from 'react-router';
import { type MenuEntry, menuOf } from '../config/menu.ts';
import { useLabel } from '../fields/parts/tell.ts';
import { Icon } from '../theme/icons.tsx';
import { SIDEBAR } from '../theme/tokens.ts';
import type { Role } from '../wire/call.ts';
import { Mark } from './Brand.tsx';
import type { useSidebar } from './useSidebar.ts';

/** The element that the header's toggle is about. */
export const SIDEBAR_ID = 'sidebar';

interface SidebarProps {
  role: Role;
  state: ReturnType<typeof useSidebar>;
}

/** The role's menu: beside the page, collapsed to its icons (it expands on hover and on keyboard focus), or over it. */
export function Sidebar({ role, state }: SidebarProps) {
  const t = useTranslate();
  const [peeking, setPeeking] = useState(false);
  const { pinned, rail, over, close } = state;
  const open = pinned || peeking;
  const onFocus = ({ target }: FocusEvent) => setPeeking(target.matches(':focus-visible'));
  const leave = () => setPeeking(false);
  return (
    <>
      {rail && (
        <Box
          id={SIDEBAR_ID}
          data-open={open}
          onMouseEnter={() => setPeeking(true)}
          onMouseLeave={leave}
          onFocus={onFocus}
          onBlur={leave}
          sx={(theme) => ({
            position: 'fixed',
            inset: '0 auto 0 0',
            zIndex: 'drawer',
            width: open ? SIDEBAR.open : SIDEBAR.closed,
            overflow: 'hidden',
            borderRight: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            boxShadow: open && !pinned ? '0 12px 32px rgba(10, 18, 16, 0.16)' : 'none',
            transition: theme.transitions.create(['width', 'box-shadow']),
          })}
        >
          <Menu role={role} open={open} onChosen={leave} />
        </Box>
      )}
      <Drawer
        open={over}
        onClose={close}
        slotProps={{ paper: { id: rail ? undefined : SIDEBAR_ID, 'aria-label': t('nav.main'), role: 'dialog' } }}
      >
        <Menu role={role} open onChosen={close} />
      </Drawer>
    </>
  );
}

interface MenuProps {
  role: Role;
  open: boolean;
  onChosen: () => void;
}

function Menu({ role, open, onChosen }: MenuProps) {
  const t = useTranslate();
  const entries = menuOf(role);
  const list = (bottom: boolean) => (
    <List disablePadding>
      {entries
        .filter((entry) => Boolean(entry.bottom) === bottom)
        .map((entry) => (
          <Entry key={entry.path} entry={entry} open={open} onChosen={onChosen} />
        ))}
    </List>
  );
  return (
    <Box
      component="nav"
      aria-label={t('nav.main')}
      sx={{
        width: SIDEBAR.open,
        maxWidth: '85vw',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        p: 2,
        gap: 2,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, px: 1.25, height: 40, flexShrink: 0 }}>
        <Mark />
        <Typography variant="h2" component="span" sx={fading(open)}>
          {t('app.name')}
        </Typography>
      </Box>
      <Box sx={{ flex: 1, overflowY: 'auto', overflowX: 'hidden', mx: -0.5, px: 0.5 }}>{list(false)}</Box>
      {list(true)}
    </Box>
  );
}

const fading = (open: boolean) => ({ opacity: open ? 1 : 0, transition: 'opacity 120ms', whiteSpace: 'nowrap' });

interface EntryProps {
  entry: MenuEntry;
  open: boolean;
  onChosen: () => void;
}

function Entry({ entry, open, onChosen }: EntryProps) {
  const tell = useLabel();
  const here = useMatch(`${entry.path}/*`) !== null;
  return (
    <ListItem disablePadding sx={{ mb: 0.5 }}>
      <ListItemButton
        component={NavLink}
        to={entry.path}
        selected={here}
        onClick={onChosen}
        sx={{
          gap: 2,
          minHeight: 42,
          py: 0,
          px: '18px',
          flexGrow: 0,
          width: open ? 1 : SIDEBAR.closed - 32,
          overflow: 'hidden',
          color: 'text.secondary',
          '&:hover': { color: 'text.primary' },
        }}
      >
        <Icon name={entry.icon} sx={{ fontSize: 22, flexShrink: 0 }} />
        <Typography component="span" sx={{ ...fading(open), fontWeight: here ? 650 : 500 }}>
          {tell(entry.label)}
        </Typography>
      </ListItemButton>
    </ListItem>
  );
}
