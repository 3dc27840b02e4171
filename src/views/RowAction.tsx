import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useTranslate } from 'ra-core';
import { StateChip } from '../fields/parts/StateChip.tsx';
import { useFieldLabel } from '../fields/parts/tell.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { useView } from './context.tsx';
import { useAction } from './useAction.ts';

/** Changes a choice in its place: a select that looks like the chip it changes (look.md). */
export function RowAction({ action, record }: { action: string; record: AnyRecord }) {
  const t = useTranslate();
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const { run, pending } = useAction(action, record);
  const name = resource.actions?.[action]?.field ?? '';
  const { choices = [] } = (resource.fields[name] ?? {}) as { choices?: readonly string[] };
  return (
    <Select
      variant="standard"
      disableUnderline
      value={String(record[name] ?? '')}
      disabled={pending}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => run(event.target.value)}
      renderValue={(value) => <StateChip value={value} label={t(`choices.${value}`, { _: value })} />}
      inputProps={{ 'aria-label': fieldLabel(name) }}
      MenuProps={{ onClick: (event) => event.stopPropagation() }}
    >
      {choices.map((value) => (
        <MenuItem key={value} value={value}>
          <StateChip value={value} label={t(`choices.${value}`, { _: value })} />
        </MenuItem>
      ))}
    </Select>
  );
}
