import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { resources as all } from '../../config/registry.ts';
import { isListed } from '../../session/menu.ts';
import { Icon } from '../../theme/icons.tsx';
import type { Role } from '../../wire/call.ts';
import { SettingsCard } from './SettingsCard.tsx';

/** What is reached from here, as the sidebar holds what spec 2 lists and no more. */
const CARDS = [
  { name: 'security', title: 'settings.security', hint: 'settings.auditHint', resources: ['audit', 'admins'] },
  {
    name: 'catalogue',
    title: 'orders.catalogue',
    hint: 'orders.catalogueHint',
    resources: ['tests', 'tubeKinds', 'stabilities'],
  },
  {
    name: 'orders',
    title: 'orders.onTheWay',
    hint: 'orders.onTheWayHint',
    resources: ['testOrders', 'drawnTubes', 'handOvers', 'failedDraws', 'visitTimes'],
  },
] as const;

/** The ways to lists that stand in no sidebar, for the roles that have them. */
export function LinksCards({ role }: { role: Role }) {
  return CARDS.map((card) => <LinksCard key={card.name} role={role} {...card} />);
}

function LinksCard({ role, name, title, hint, resources }: { role: Role } & (typeof CARDS)[number]) {
  const t = useTranslate();
  const links = resources
    .flatMap((wanted) => all.find((one) => one.name === wanted) ?? [])
    .filter((one) => isListed(one, role))
    .flatMap(({ name: resource, icon, roles }) => {
      const many = t(`resources.${resource}.name`, { smart_count: 2 });
      const { list, reports } = roles[role] ?? {};
      return [
        { to: list, icon, label: many },
        { to: reports, icon: 'chart' as const, label: t('reports.of', { name: many }) },
      ];
    })
    .filter(({ to }) => to !== undefined);
  if (links.length === 0) return null;
  return (
    <SettingsCard name={name} title={t(title)} hint={t(hint)}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {links.map(({ to = '', icon, label }) => (
          <Button key={to} variant="outlined" component={Link} to={to} startIcon={<Icon name={icon} />}>
            {label}
          </Button>
        ))}
      </Box>
    </SettingsCard>
  );
}
