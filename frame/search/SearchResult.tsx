import { Box, Typography } from '@mui/material';
import type { AnyResource } from '../config/resource.ts';
import { getDisplayedValue } from '../fields/displayedValue.ts';
import type { DisplayValue } from '../fields/kind.ts';
import { getRecordTitle, showValue, useIntl } from '../parts/intl.ts';
import { PersonPhoto } from '../parts/PersonPhoto.tsx';
import { StateChip } from '../parts/StateChip.tsx';
import type { AnyRecord } from '../wire/binding.ts';

/** One line about a record: photo, name, details and state, from the config's `find`. */
export function SearchResult({ resource, record }: { resource: AnyResource; record: AnyRecord }) {
  const intl = useIntl();
  const { find, fields, show } = resource;
  const name = getRecordTitle(resource, record, intl);
  const values = (find?.secondary ?? []).flatMap((one): DisplayValue[] => {
    const field = fields[one];
    const shown = field && showValue(field, getDisplayedValue(record, one), intl);
    return shown ? [shown] : [];
  });
  const texts = values.filter(({ tone }) => !tone).flatMap(({ text, secondary }) => [text, secondary]);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, width: 1, py: 0.5, minWidth: 0 }}>
      <PersonPhoto name={name} image={show?.photo ? (record[show.photo] as string | null) : null} size={32} />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="subtitle1" className="two-lines">
          {name}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {texts.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      {values.map(({ tone, text, look }) => tone && <StateChip key={tone} value={tone} label={text} look={look} />)}
    </Box>
  );
}
