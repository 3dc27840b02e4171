import { useTranslate } from 'ra-core';
import { Link, useLocation } from 'react-router';
import { useLabel, useMenuEntryName } from '../parts/intl.ts';
import { showTab } from '../parts/showTab.ts';
import { getHomePath } from '../session/homePath.ts';
import { findSection, getSections, isEntryOpen } from '../session/sections.ts';
import { Icon } from '../theme/icons.tsx';
import type { Role } from '../wire/roles.ts';

/** Second level of the menu: the way back, and the screens of the open section. */
export function SectionNav({ role }: { role: Role }) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const nameOf = useMenuEntryName();
  const { pathname } = useLocation();
  const section = findSection(role, pathname);
  if (!section) return null;
  const title = translateLabel(section.title);
  return (
    <nav className="section-nav" aria-label={title}>
      <div className="section-way">
        <Link to={getHomePath(role)}>{t('nav.dashboard')}</Link>
        <span aria-hidden>/</span>
        <span>{title}</span>
      </div>
      <ul>
        {section.entries.map((entry) => {
          const isOpen = isEntryOpen(entry, pathname, role);
          return (
            <li key={entry.path}>
              <Link
                // On a phone the open one may lie beside the visible ones.
                ref={isOpen ? showTab : undefined}
                onFocus={(event) => showTab(event.currentTarget)}
                className="list-tab"
                to={entry.path}
                aria-current={isOpen ? (pathname === entry.path ? 'page' : 'true') : undefined}
              >
                {nameOf(entry)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** Links to the role's sections, for dashboards. */
export function SectionLinks({ role }: { role: Role }) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const sections = getSections(role);
  if (sections.length === 0) return null;
  return (
    <nav className="section-links" aria-label={t('nav.sections')}>
      {sections.map(({ name, title, entries: [first] }) => (
        <Link key={name} to={first.path}>
          <Icon name={first.icon} fontSize="small" />
          {translateLabel(title)}
        </Link>
      ))}
    </nav>
  );
}
