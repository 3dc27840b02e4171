import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useMemo } from 'react';
import { StateChip } from '../fields/parts/StateChip.tsx';
import { useFieldLabel } from '../fields/parts/tell.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { useView } from './context.tsx';
import { useAction } from './useAction.ts';

interface RowActionProps {
  action: string;
  record: AnyRecord;
}

/** A named action in its column: a select of the field's choices, or the component that the config names. */
export function RowAction({ action, record }: RowActionProps) {
  const { resource } = useView();
  const component = resource.actions?.[action]?.component;
  const Own = useMemo(() => component && lazy(component), [component]);
  if (!Own) return <ChoiceSelect action={action} record={record} />;
  return (
    <Suspense fallback={null}>
      <Own resource={resource} action={action} record={record} />
    </Suspense>
  );
}

/** Looks like the chip that it changes (look.md). */
function ChoiceSelect({ action, record }: RowActionProps) {
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
