import { Box, Button } from '@mui/material';
import type { Role } from 'portal-frame';
import { hasFeature, Icon, useResourceName } from 'portal-frame/browser';
import { type getResource, resources } from 'portal-frame/internal/browser';
import { useTranslate } from 'ra-core';
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
        <MoneyLink key={resource.name} resource={resource} {...resource.roles[role]} />
      ))}
    </Box>
  );
}

interface MoneyLinkProps {
  resource: Resource;
  /** Addresses. */
  list?: string | undefined;
  reports?: string | undefined;
}

function MoneyLink({ resource, list, reports }: MoneyLinkProps) {
  const t = useTranslate();
  const { many } = useResourceName(resource);
  const path = list ?? reports;
  if (!path) return null;
  return (
    <Button variant="text" component={Link} to={path} startIcon={<Icon name={resource.icon} />}>
      {list ? many : t('reports.of', { name: many })}
    </Button>
  );
}
