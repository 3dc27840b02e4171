import { Box, Typography } from '@mui/material';
import { useLabel } from '../../parts/intl.ts';
import { Value } from '../../parts/Value.tsx';
import type { Profile } from '../../wire/profiles.ts';
import { getProfileField, getProfileLabel } from './profileFields.ts';

interface ProfileLinesProps {
  profile: Profile;
  names: readonly string[];
  inline?: boolean;
}

const layoutStyles = {
  column: { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' },
  inline: { display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 },
};

/** Profile fields as a definition list. The label of a single field is hidden, because its heading says the same. */
export function ProfileLines({ profile, names, inline }: ProfileLinesProps) {
  const label = useLabel();
  return (
    <Box component="dl" sx={{ m: 0, ...layoutStyles[inline ? 'inline' : 'column'] }}>
      {names.map((name) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Typography
            component="dt"
            variant="body2"
            color="textSecondary"
            className={names.length === 1 ? 'sr-only' : undefined}
          >
            {label(getProfileLabel(name))}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Value field={getProfileField(name)} source={name} record={profile} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
