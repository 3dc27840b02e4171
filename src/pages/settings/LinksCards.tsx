import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { isListed } from '../../config/menu.ts';
import { resources as all } from '../../config/registry.ts';
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
    resources: ['tests', 'tubeKinds', 'stabilities', 'testOrders', 'drawnTubes', 'handOvers'],
  },
] as const;

/** The ways to lists that stand in no sidebar, for the roles that have them. */
export function LinksCards({ role }: { role: Role }) {
  return CARDS.map((card) => <LinksCard key={card.name} role={role} {...card} />);
}

function LinksCard({ role, name, title, hint, resources }: { role: Role } & (typeof CARDS)[number]) {
  const t = useTranslate();
  const listed = resources
    .flatMap((wanted) => all.find((one) => one.name === wanted) ?? [])
    .filter((one) => one.roles[role]?.list && isListed(one, role));
  if (listed.length === 0) return null;
  return (
    <SettingsCard name={name} title={t(title)} hint={t(hint)}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {listed.map(({ name: resource, icon, roles }) => (
          <Button
            key={resource}
            variant="outlined"
            component={Link}
            to={roles[role]?.list ?? ''}
            startIcon={<Icon name={icon} />}
          >
            {t(`resources.${resource}.name`, { smart_count: 2 })}
          </Button>
        ))}
        {listed.map(
          ({ name: resource, roles }) =>
            roles[role]?.reports && (
              <Button
                key={`${resource} reports`}
                variant="outlined"
                component={Link}
                to={roles[role]?.reports ?? ''}
                startIcon={<Icon name="chart" />}
              >
                {t('reports.of', { name: t(`resources.${resource}.name`, { smart_count: 2 }) })}
              </Button>
            ),
        )}
      </Box>
    </SettingsCard>
  );
}
