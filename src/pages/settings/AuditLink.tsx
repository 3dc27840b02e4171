import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { isListed } from '../../config/menu.ts';
import type { AnyResource } from '../../config/resource.ts';
import admins from '../../resources/admins.ts';
import audit from '../../resources/audit.ts';
import { Icon } from '../../theme/icons.tsx';
import type { Role } from '../../wire/call.ts';
import { SettingsCard } from './SettingsCard.tsx';

/** What is reached from here, as the sidebar holds what spec 2 lists and no more. */
const LINKS = [audit, admins] as unknown as AnyResource[];

/** The ways to the audit trail and to the administrators, for the roles that have them. */
export function AuditLink({ role }: { role: Role }) {
  const t = useTranslate();
  const listed = LINKS.filter((one) => one.roles[role]?.list && isListed(one, role));
  if (listed.length === 0) return null;
  return (
    <SettingsCard name="security" title={t('settings.security')} hint={t('settings.auditHint')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {listed.map(({ name, icon, roles }) => (
          <Button
            key={name}
            variant="outlined"
            component={Link}
            to={roles[role]?.list ?? ''}
            startIcon={<Icon name={icon} />}
          >
            {t(`resources.${name}.name`, { smart_count: 2 })}
          </Button>
        ))}
      </Box>
    </SettingsCard>
  );
}
