import { Card, Typography } from '@mui/material';
import type { PropsWithChildren } from 'react';

export const getHeadingId = (name: string) => `settings-${name}`;

type SettingsCardProps = PropsWithChildren<{ name: string; title: string; hint?: string }>;

/** Card of the settings screen with a heading and a hint. */
export function SettingsCard({ name, title, hint, children }: SettingsCardProps) {
  const id = getHeadingId(name);
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id={id} sx={{ mb: hint ? 0.5 : 1 }}>
        {title}
      </Typography>
      {hint && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {hint}
        </Typography>
      )}
      {children}
    </Card>
  );
}
