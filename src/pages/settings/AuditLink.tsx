import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import audit from '../../resources/audit.ts';
import { Icon } from '../../theme/icons.tsx';
import type { Role } from '../../wire/call.ts';

/** The way to the audit trail, for the roles that have it: the sidebar holds what spec 2 lists and no more. */
export function AuditLink({ role }: { role: Role }) {
  const t = useTranslate();
  const path = (audit.roles as Partial<Record<Role, { list?: string }>>)[role]?.list;
  if (!path) return null;
  return (
    <Card component="section" aria-labelledby="settings-security" sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id="settings-security" sx={{ mb: 1 }}>
        {t('settings.security')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('settings.auditHint')}
      </Typography>
      <Button variant="outlined" component={Link} to={path} startIcon={<Icon name={audit.icon} />}>
        {t('resources.audit.name', { smart_count: 2 })}
      </Button>
    </Card>
  );
}
