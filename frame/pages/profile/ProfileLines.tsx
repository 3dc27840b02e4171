import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { Value } from '../../parts/Value.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { type ProfileField, profileFields } from './fields.ts';

interface ProfileLinesProps {
  profile: AnyRecord;
  names: readonly ProfileField[];
  /** Beside each other where there is room. */
  inline?: boolean;
}

const layouts = {
  column: { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' },
  inline: { display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 },
};

/** Fields of a profile as label and value; N/A where there is none. A field that stands alone has its heading for a label. */
export function ProfileLines({ profile, names, inline }: ProfileLinesProps) {
  const t = useTranslate();
  return (
    <Box component="dl" sx={{ m: 0, ...layouts[inline ? 'inline' : 'column'] }}>
      {names.map((name) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Typography
            component="dt"
            variant="body2"
            color="textSecondary"
            className={names.length === 1 ? 'sr-only' : undefined}
          >
            {t(`profile.fields.${name}`)}
          </Typography>
          <Box component="dd" sx={{ m: 0 }}>
            <Value field={profileFields[name]} source={name} record={profile} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}
