import { Chip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useWhereSentence } from './useWhereSentence.ts';

/** Shows the conditions of the address as a sentence, and removes them. */
export default function WhereChip({ where, onRemove }: { where: unknown; onRemove: () => void }) {
  const t = useTranslate();
  const sentence = useWhereSentence(where);
  return (
    <Chip
      variant="outlined"
      label={sentence}
      onDelete={onRemove}
      sx={{ height: 'auto', minHeight: 32, '& .MuiChip-label': { py: 0.5, whiteSpace: 'normal' } }}
      slotProps={{ root: { 'aria-label': t('list.removeFilter', { filter: sentence }) } }}
    />
  );
}
