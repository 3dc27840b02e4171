import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import MenuIcon from '@mui/icons-material/Menu';
import MenuOpen from '@mui/icons-material/MenuOpen';
import { Box, Chip, IconButton } from '@mui/material';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect } from 'react';
import { useTheme } from 'react-admin';
import { resources } from '../config/registry.ts';
import { getFirstComponents } from '../parts/firstComponents.ts';
import { useRoleName } from '../parts/intl.ts';
import { applyMode } from '../theme/mode.ts';
import type { Role } from '../wire/call.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { SIDEBAR_ID } from './Sidebar.tsx';

const HEADER_HEIGHT = 64;

interface HeaderProps {
  role: Role;
  open: boolean;
  onToggle: () => void;
  /** False until the screen below is drawn. Until then the header is empty. */
  ready: boolean;
}

/** Sticky header: sidebar toggle, role, parts from resources, theme and account (spec 2). */
export function Header({ ready, ...props }: HeaderProps) {
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, md: 1 },
        height: HEADER_HEIGHT,
        px: { xs: 1.5, md: 3 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
      }}
    >
      {ready && <HeaderContent {...props} />}
    </Box>
  );
}

function HeaderContent({ role, open, onToggle }: Omit<HeaderProps, 'ready'>) {
  const t = useTranslate();
  const roleName = useRoleName();
  return (
    <>
      <IconButton
        edge="start"
        aria-label={t('nav.toggleSidebar')}
        aria-expanded={open}
        aria-controls={SIDEBAR_ID}
        onClick={onToggle}
      >
        {open ? <MenuOpen /> : <MenuIcon />}
      </IconButton>
      <Chip size="small" color="primary" label={roleName(role)} sx={{ ml: 0.5 }} />
      <Box sx={{ flex: 1, display: 'flex', justifyContent: { xs: 'flex-end', md: 'center' } }}>
        <HeaderParts place="middle" role={role} />
        {getFirstComponents().headerItems.map(({ name, Part }) => (
          <ErrorBoundary key={name} fallback={null}>
            <Part role={role} narrow={hasHeaderParts('middle', role)} />
          </ErrorBoundary>
        ))}
      </Box>
      <ThemeToggle />
      <HeaderParts place="end" role={role} />
      <AccountMenu role={role} />
    </>
  );
}

function ThemeToggle() {
  const t = useTranslate();
  const [mode, setMode] = useTheme();
  useEffect(() => {
    applyMode(mode);
  }, [mode]);
  return (
    <IconButton
      aria-label={t('nav.theme')}
      aria-pressed={mode === 'dark'}
      onClick={() => setMode(mode === 'dark' ? 'light' : 'dark')}
    >
      {mode === 'dark' ? <LightMode /> : <DarkMode />}
    </IconButton>
  );
}

const headerParts = resources.flatMap((resource) =>
  resource.header ? [{ resource, ...resource.header, Part: lazy(resource.header.component) }] : [],
);

const getHeaderParts = (place: 'middle' | 'end', role: Role) =>
  headerParts.filter(
    (part) => part.placement === place && part.resource.roles[role] && (part.roles?.includes(role) ?? true),
  );

const hasHeaderParts = (place: 'middle' | 'end', role: Role): boolean => getHeaderParts(place, role).length > 0;

/**
 * Renders the header parts of the role's resources. A placeholder keeps their space while they load. One that fails is
 * left out: the account menu beside it stays.
 */
function HeaderParts({ place, role }: { place: 'middle' | 'end'; role: Role }) {
  return getHeaderParts(place, role).map(({ resource, Part }) => (
    <ErrorBoundary key={resource.name} fallback={null}>
      <Suspense fallback={<Box sx={{ width: 40, height: 40 }} />}>
        <Part resource={resource} role={role} />
      </Suspense>
    </ErrorBoundary>
  ));
}
