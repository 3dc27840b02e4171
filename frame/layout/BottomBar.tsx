import { useTranslate } from 'ra-core';
import { NavLink } from 'react-router';
import { useMenuEntryName } from '../parts/intl.ts';
import type { MenuEntry } from '../session/menu.ts';
import { Icon } from '../theme/icons.tsx';

/** Pixels. Anything fixed to the bottom of the screen must stay above it. */
export const BOTTOM_BAR_HEIGHT = 60;

export function BottomBar({ entries }: { entries: readonly MenuEntry[] }) {
  const t = useTranslate();
  const nameOf = useMenuEntryName();
  return (
    <nav className="bar" aria-label={t('nav.bar')}>
      {entries.map((entry) => (
        <NavLink key={entry.path} to={entry.path} className="bar-entry">
          <Icon name={entry.icon} />
          <span>{nameOf(entry)}</span>
        </NavLink>
      ))}
    </nav>
  );
}
