import { type ComponentType, lazy } from 'react';
import { appParts } from '../../app.ts';
import type { Lazy } from '../../fields/kind.ts';
import type { Role } from '../../wire/roles.ts';

interface SectionProps {
  role: Role;
}

/** Each is fetched once, not each time that the settings are opened. */
const known = new Map<Lazy<SectionProps>, ComponentType<SectionProps>>();

function sectionOf(load: Lazy<SectionProps>): ComponentType<SectionProps> {
  const section = known.get(load) ?? lazy(load);
  known.set(load, section);
  return section;
}

/** The app's own sections of the settings for a role. */
export function AppSections({ role }: SectionProps) {
  const sections = (appParts().settings ?? []).filter(({ roles }) => roles?.includes(role) ?? true);
  return sections.map(({ name, component }) => {
    const Section = sectionOf(component);
    return <Section key={name} role={role} />;
  });
}
