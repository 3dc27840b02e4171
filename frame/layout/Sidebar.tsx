import { Box, Drawer } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FocusEvent, Fragment, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { useLabel, useMenuEntryName } from '../parts/intl.ts';
import { getMenu, type MenuEntry, toMenuSections } from '../session/menu.ts';
import { findSection } from '../session/sections.ts';
import { Icon } from '../theme/icons.tsx';
import { SIDEBAR } from '../theme/tokens.ts';
import type { Role } from '../wire/call.ts';
import { AppLogo } from './AppLogo.tsx';
import type { useSidebar } from './useSidebar.ts';

export const SIDEBAR_ID = 'sidebar';

interface SidebarProps {
  role: Role;
  state: ReturnType<typeof useSidebar>;
  /** False until the screen is drawn. The overlay drawer is not needed before. */
  ready: boolean;
}

/** The role's menu: beside the page, collapsed to icons (expands on hover and keyboard focus), or as an overlay. */
export function Sidebar({ role, state, ready }: SidebarProps) {
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
      {ready && (
        <Drawer
          open={over}
          onClose={close}
          slotProps={{ paper: { id: rail ? undefined : SIDEBAR_ID, 'aria-label': t('nav.main'), role: 'dialog' } }}
        >
          <Menu role={role} open onChosen={close} />
        </Drawer>
      )}
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
  const translateLabel = useLabel();
  const { pathname } = useLocation();
  const entries = getMenu(role);
  const isAt = ({ path, screens }: MenuEntry) => pathname === path || screens?.includes(pathname) === true;
  const section = entries.some(isAt) ? undefined : findSection(role, pathname);
  // A screen outside the menu belongs to its section's first entry.
  const marked = section?.entries.find(({ path }) => entries.some((entry) => entry.path === path))?.path;
  const listAt = (place: 'top' | 'bottom') =>
    toMenuSections(entries.filter((entry) => (entry.bottom ? 'bottom' : 'top') === place)).map((section) => {
      const heading = section[0].group && translateLabel(section[0].group);
      return (
        <Fragment key={section[0].path}>
          {heading && <h2 className="menu-group">{heading}</h2>}
          <ul className="menu-list" aria-label={heading}>
            {section.map((entry) => (
              <Entry
                key={entry.path}
                entry={entry}
                isMarked={entry.path === marked || isAt(entry)}
                onChosen={onChosen}
              />
            ))}
          </ul>
        </Fragment>
      );
    });
  return (
    <nav className={open ? 'menu' : 'menu menu-closed'} aria-label={t('nav.main')}>
      <div className="menu-head">
        <AppLogo />
        <span className="menu-word menu-name">{t('app.name')}</span>
      </div>
      <div className="menu-scroll">{listAt('top')}</div>
      {listAt('bottom')}
    </nav>
  );
}

interface EntryProps {
  entry: MenuEntry;
  isMarked: boolean;
  onChosen: () => void;
}

function Entry({ entry, isMarked, onChosen }: EntryProps) {
  const nameOf = useMenuEntryName();
  return (
    <li>
      <NavLink
        className={({ isActive }) => `menu-entry${isActive || isMarked ? ' active' : ''}`}
        to={entry.path}
        onClick={onChosen}
      >
        <Icon name={(entry.form && entry.resource?.icon) || entry.icon} />
        {entry.form && <Icon name="add" className="menu-adds" />}
        <span className="menu-word">{nameOf(entry)}</span>
      </NavLink>
    </li>
  );
}
