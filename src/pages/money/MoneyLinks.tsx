import { Box, Button } from '@mui/material';
import type { Role } from 'portal-frame';
import { hasFeature, Icon, useResourceName } from 'portal-frame/browser';
import { type getResource, resources } from 'portal-frame/internal/browser';
import { Link } from 'react-router';
import { MONEY_RESOURCES } from '../../wire/money/moneyKinds.ts';

type Resource = ReturnType<typeof getResource>;

/** Links from Payments to the other lists about money, if the host has them. */
export function MoneyLinks({ role }: { role: Role }) {
  if (!hasFeature('money')) return null;
  const linked = MONEY_RESOURCES.flatMap((name) => resources.find((one) => one.name === name) ?? []);
  return (
    <Box component="nav" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {linked.map((resource) => (
        <MoneyLink
          key={resource.name}
          resource={resource}
          path={resource.roles[role]?.list ?? resource.roles[role]?.reports}
        />
      ))}
    </Box>
  );
}

function MoneyLink({ resource, path }: { resource: Resource; path: string | undefined }) {
  const { many } = useResourceName(resource);
  if (!path) return null;
  return (
    <Button variant="text" component={Link} to={path} startIcon={<Icon name={resource.icon} />}>
      {many}
    </Button>
  );
}
