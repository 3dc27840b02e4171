import { useTranslate } from 'ra-core';
import { lazy, Suspense, useRef, useState } from 'react';
import { showValue, useFieldLabel, useIntl, useLabelWithRecord } from '../../parts/intl.ts';
import { StateChip } from '../../parts/StateChip.tsx';
import { GlyphIcon } from '../../theme/tone.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

const TransitionMenu = lazy(() => import('./TransitionMenu.tsx'));

/** A record's state in a row: the chip, which opens the transitions that lead on from it. */
export function StateMenu({ record }: { record: AnyRecord }) {
  const { resource } = useView();
  const t = useTranslate();
  const intl = useIntl();
  const fieldLabel = useFieldLabel(resource);
  const named = useLabelWithRecord(resource);
  const button = useRef<HTMLButtonElement>(null);
  const [used, setUsed] = useState(false);
  const [open, setOpen] = useState(false);
  const name = resource.states?.field ?? '';
  const field = resource.fields[name];
  const shown = field && showValue(field, record[name], intl);
  const state = shown?.text ?? t('list.notAvailable');
  return (
    <>
      <button
        ref={button}
        type="button"
        className="chooser"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={`${named(fieldLabel(name), record)}, ${state}`}
        onClick={(event) => {
          event.stopPropagation();
          setUsed(true);
          setOpen(true);
        }}
      >
        <StateChip value={shown?.tone ?? String(record[name] ?? '')} label={state} look={shown?.look} />
        <GlyphIcon name="opens" />
      </button>
      {used && (
        <Suspense fallback={null}>
          <TransitionMenu record={record} anchor={button} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
