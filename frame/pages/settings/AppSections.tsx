import { lazy } from 'react';
import type { Role } from '../../wire/roles.ts';
import { appSettings } from './appSettings.ts';

interface SectionProps {
  role: Role;
}

const sections = (appSettings.sections ?? []).map(({ component, ...section }) => ({
  ...section,
  Section: lazy(component),
}));

export function AppSections({ role }: SectionProps) {
  return sections.map(
    ({ name, roles, Section }) => (roles?.includes(role) ?? true) && <Section key={name} role={role} />,
  );
}
