import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { StateChip } from '../fields/parts/StateChip.tsx';
import { useFieldLabel } from '../fields/parts/tell.ts';
import { GlyphIcon } from '../theme/tone.tsx';
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

/** Looks like the chip that it changes (look.md). Its choices are drawn once it is opened. */
function ChoiceSelect({ action, record }: RowActionProps) {
  const t = useTranslate();
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const { run, pending } = useAction(action, record);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const name = resource.actions?.[action]?.field ?? '';
  const { choices = [] } = (resource.fields[name] ?? {}) as { choices?: readonly string[] };
  const chosen = String(record[name] ?? '');
  const word = (value: string) => t(`choices.${value}`, { _: value });
  return (
    <>
      <button
        ref={button}
        type="button"
        className="chooser"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={fieldLabel(name)}
        disabled={pending}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
        onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && setOpen(true)}
      >
        <StateChip value={chosen} label={word(chosen)} />
        <GlyphIcon name="opens" />
      </button>
      {open && (
        <Menu
          open
          anchorEl={() => button.current}
          onClose={() => setOpen(false)}
          onClick={(event) => event.stopPropagation()}
          slotProps={{ list: { role: 'listbox', 'aria-label': fieldLabel(name) } }}
        >
          {choices.map((value) => (
            <MenuItem
              key={value}
              role="option"
              selected={value === chosen}
              aria-selected={value === chosen}
              onClick={() => {
                setOpen(false);
                if (value !== chosen) run(value);
              }}
            >
              <StateChip value={value} label={word(value)} />
            </MenuItem>
          ))}
        </Menu>
      )}
    </>
  );
}
