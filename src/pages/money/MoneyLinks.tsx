import { Box, Button } from '@mui/material';
import type { Role } from 'portal-frame';
import { findResource, hasFeature, Icon } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { MONEY_RESOURCES } from '../../wire/money/moneyKinds.ts';

/** Links from Payments to the other lists about money, if the host has them. */
export function MoneyLinks({ role }: { role: Role }) {
  const t = useTranslate();
  if (!hasFeature('money')) return null;
  const links = MONEY_RESOURCES.flatMap((name) => {
    const { icon, roles } = findResource(name) ?? {};
    const { list, reports } = roles?.[role] ?? {};
    const many = t(`resources.${name}.name`, { smart_count: 2 });
    const to = list ?? reports;
    return icon && to ? [{ to, icon, text: list ? many : t('reports.of', { name: many }) }] : [];
  });
  return (
    <Box component="nav" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {links.map(({ to, icon, text }) => (
        <Button key={to} variant="text" component={Link} to={to} startIcon={<Icon name={icon} />}>
          {text}
        </Button>
      ))}
    </Box>
  );
}
