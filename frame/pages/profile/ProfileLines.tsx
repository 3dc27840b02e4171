import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useLabel } from '../../parts/intl.ts';
import { Value } from '../../parts/Value.tsx';
import type { Profile } from '../../wire/accountCalls.ts';
import { getProfileField, getProfileLabel } from './profileFields.ts';

interface ProfileLinesProps {
  profile: Profile;
  names: readonly string[];
  /** Beside each other where there is room. */
  inline?: boolean;
}

const layoutStyles = {
  column: { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' },
  inline: { display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 },
};

/** Fields of a profile as label and value; N/A where there is none. A field that stands alone has its heading for a label. */
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
