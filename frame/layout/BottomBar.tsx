import { useTranslate } from 'ra-core';
import { NavLink } from 'react-router';
import { useMenuEntryName } from '../parts/intl.ts';
import type { MenuEntry } from '../session/menu.ts';
import { Icon } from '../theme/icons.tsx';

/** Pixels; what stands above it on the screen leaves them free. */
export const BOTTOM_BAR_HEIGHT = 60;

/** A phone's way about, in reach of the thumb. */
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
