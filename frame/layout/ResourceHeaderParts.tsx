import { Box } from '@mui/material';
import { lazy, Suspense } from 'react';
import { resources } from '../config/registry.ts';
import type { HeaderConfig } from '../config/resource.ts';
import type { Role } from '../wire/call.ts';

const headerParts = resources.flatMap((resource) =>
  resource.header ? [{ resource, ...resource.header, Part: lazy(resource.header.component) }] : [],
);

const getHeaderParts = (place: HeaderConfig['placement'], role: Role) =>
  headerParts.filter(
    (part) => part.placement === place && part.resource.roles[role] && (part.roles?.includes(role) ?? true),
  );

export const hasHeaderParts = (place: HeaderConfig['placement'], role: Role): boolean =>
  getHeaderParts(place, role).length > 0;

/** Renders the header parts of the role's resources. A placeholder keeps their space while they load. */
export function HeaderParts({ place, role }: { place: HeaderConfig['placement']; role: Role }) {
  return getHeaderParts(place, role).map(({ resource, Part }) => (
    <Suspense key={resource.name} fallback={<Box sx={{ width: 40, height: 40 }} />}>
      <Part resource={resource} role={role} />
    </Suspense>
  ));
}
