import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import type { LinksCard as Links } from '../../app.ts';
import { getLinksCards } from '../../config/app/appSettings.ts';
import { resources as all } from '../../config/registry.ts';
import { useLabel, useResourceNames } from '../../parts/intl.ts';
import { getPluginScreens, isResourceOffered } from '../../session/menu.ts';
import { Icon } from '../../theme/icons.tsx';
import type { Role } from '../../wire/call.ts';
import { SettingsCard } from './SettingsCard.tsx';

/** Cards with links to lists outside the sidebar, filtered by role. */
export default function LinksCards({ role }: { role: Role }) {
  return getLinksCards().map((card) => <LinksCard key={card.name} role={role} {...card} />);
}

function LinksCard({ role, name, title, hint, resources }: { role: Role } & Links) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const nameOf = useResourceNames();
  const links = resources
    .flatMap((linked) => all.find((one) => one.name === linked) ?? [])
    .filter((one) => isResourceOffered(one, role))
    .flatMap((resource) => {
      const { many } = nameOf(resource);
      const { icon } = resource;
      return [
        { to: resource.roles[role]?.list, icon, label: many },
        ...getPluginScreens(resource, role).map(({ path, screen }) => ({
          ...{ to: path, icon: screen.icon, label: t(screen.texts.name, { name: many }) },
        })),
      ];
    })
    .filter(({ to }) => to !== undefined);
  if (links.length === 0) return null;
  return (
    <SettingsCard name={name} title={translateLabel(title)} hint={translateLabel(hint)}>
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
