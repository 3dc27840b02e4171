import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { showValue, useFieldLabel, useIntl, useLabelWithRecord } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { StateChip } from '../../parts/StateChip.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { ChooserButton } from './ChooserButton.tsx';

const TransitionMenu = lazyComponent(() => import('./TransitionMenu.tsx'));

/** Shows a record's state in a row as a chip that opens its transitions. */
export function StateMenu({ record }: { record: AnyRecord }) {
  const { resource } = useView();
  const t = useTranslate();
  const intl = useIntl();
  const fieldLabel = useFieldLabel(resource);
  const addRecordName = useLabelWithRecord(resource);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<boolean>();
  const name = resource.states?.field ?? '';
  const field = resource.fields[name];
  const shown = field && showValue(field, record[name], intl);
  const state = shown?.text ?? t('list.notAvailable');
  return (
    <>
      <ChooserButton
        ref={button}
        aria-haspopup="menu"
        aria-expanded={open ?? false}
        aria-label={`${addRecordName(fieldLabel(name), record)}, ${state}`}
        onOpen={() => setOpen(true)}
      >
        <StateChip value={shown?.tone ?? String(record[name] ?? '')} label={state} look={shown?.look} />
      </ChooserButton>
      {open !== undefined && (
        <TransitionMenu record={record} anchor={button} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
