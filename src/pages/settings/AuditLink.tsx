import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { isListed } from '../../config/menu.ts';
import type { AnyResource } from '../../config/resource.ts';
import audit from '../../resources/audit.ts';
import { Icon } from '../../theme/icons.tsx';
import type { Role } from '../../wire/call.ts';
import { SettingsCard } from './SettingsCard.tsx';

/** The way to the audit trail, for the roles that have it: the sidebar holds what spec 2 lists and no more. */
export function AuditLink({ role }: { role: Role }) {
  const t = useTranslate();
  const path = (audit.roles as Partial<Record<Role, { list?: string }>>)[role]?.list;
  if (!path || !isListed(audit as unknown as AnyResource, role)) return null;
  return (
    <SettingsCard name="security" title={t('settings.security')} hint={t('settings.auditHint')}>
      <Button variant="outlined" component={Link} to={path} startIcon={<Icon name={audit.icon} />} sx={{ mt: 1 }}>
        {t('resources.audit.name', { smart_count: 2 })}
      </Button>
    </SettingsCard>
  );
}
