import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { AnyResource } from '../config/resource.ts';
import type { Shown } from '../fields/kind.ts';
import { displayedValue } from '../fields/labels.ts';
import { showValue, useIntl } from '../parts/intl.ts';
import { PersonPhoto } from '../parts/Person.tsx';
import { StateChip } from '../parts/StateChip.tsx';
import type { AnyRecord } from '../wire/binding.ts';
import { nameField } from './useFind.ts';

/** A record in one line: who, when and in what state, as the config's `find` has it. */
export function Found({ resource, record }: { resource: AnyResource; record: AnyRecord }) {
  const intl = useIntl();
  const { find, fields, show } = resource;
  const name = String(record[nameField(resource)] ?? '');
  const values = (find?.under ?? []).flatMap((one): Shown[] => {
    const field = fields[one];
    const shown = field && showValue(field, displayedValue(record, one), intl);
    return shown ? [shown] : [];
  });
  const texts = values.filter(({ tone }) => !tone).flatMap(({ text, under }) => [text, under]);
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
