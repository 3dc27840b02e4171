import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { lazy, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { getAction, hasEndpoint, isActionAvailable } from '../../config/actions.ts';
import { getResource } from '../../config/registry.ts';
import { showValue, useFieldLabel, useIntl, useLabel, useLabelWithRecord } from '../../parts/intl.ts';
import { StateChip } from '../../parts/StateChip.tsx';
import { GlyphIcon } from '../../theme/tone.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { ActionButton } from './ActionButtons.tsx';
import { useAction } from './useAction.ts';

const ReferencePicker = lazy(() => import('../form/ReferencePicker.tsx'));

interface RowActionCellProps {
  action: string;
  record: AnyRecord;
}

/** A named action in its column: a select of the field's choices, a button, or the component that the config names. */
export function RowActionCell({ action, record }: RowActionCellProps) {
  const { resource, role } = useView();
  const component = resource.actions?.[action]?.component;
  const addressed = hasEndpoint(resource, action) ? getAction(resource, action, role) : undefined;
  const Own = useMemo(() => component && lazy(component), [component]);
  if (!Own && addressed)
    return isActionAvailable(resource, addressed, record) ? (
      <ActionButton action={addressed} record={record} className="row-link" />
    ) : null;
  const field = resource.fields[resource.actions?.[action]?.field ?? ''];
  if (!Own && field?.kind.name === 'reference') return <ReferenceSelect action={action} record={record} />;
  if (!Own) return <ChoiceSelect action={action} record={record} />;
  return (
    <Suspense fallback={null}>
      <Own resource={resource} action={action} record={record} />
    </Suspense>
  );
}

/** The record that is referred to, as a button that lets one choose another. */
function ReferenceSelect({ action, record }: RowActionCellProps) {
  const translateLabel = useLabel();
  const { resource } = useView();
  const intl = useIntl();
  const fieldLabel = useFieldLabel(resource);
  const named = useLabelWithRecord(resource);
  const [open, setOpen] = useState(false);
  const { run, pending } = useAction(action, record);
  const { field: name = '', label = name } = resource.actions?.[action] ?? {};
  const field = resource.fields[name];
  const value = record[name];
  // By name alone where it is known: the row is narrow.
  const title = getResource((field as unknown as { to: string }).to).show?.title ?? '';
  const own = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[title] : undefined;
  const shown = own ? String(own) : field && showValue(field, value, intl)?.text;
  return (
    <>
      <button
        type="button"
        className="chooser chooser-text"
        aria-haspopup="dialog"
        aria-label={named(shown ? `${fieldLabel(name)}: ${shown}` : translateLabel(label), record)}
        disabled={pending}
        onClick={(event) => {
          event.stopPropagation();
          setOpen(true);
        }}
      >
        <span className={shown ? 'chooser-value' : 'chooser-value second'}>{shown || translateLabel(label)}</span>
        <GlyphIcon name="opens" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <ReferencePicker
            title={named(translateLabel(label), record)}
            field={name}
            records={[record]}
            onChoose={(id) => {
              setOpen(false);
              void run(id);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Looks like the chip that it changes (look.md). What changing it takes is drawn once it was opened. */
function ChoiceSelect({ action, record }: RowActionCellProps) {
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const named = useLabelWithRecord(resource);
  const button = useRef<HTMLButtonElement>(null);
  const [used, setUsed] = useState(false);
  const [open, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const name = resource.actions?.[action]?.field ?? '';
  const chosen = String(record[name] ?? '');
  const show = () => {
    setUsed(true);
    setOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="chooser"
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-label={named(fieldLabel(name), record)}
        disabled={pending}
        onClick={(event) => {
          event.stopPropagation();
          show();
        }}
        onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && show()}
      >
        <ChoiceChip name={name} value={chosen} />
        <GlyphIcon name="opens" />
      </button>
      {used && (
        <ChoiceMenu
          action={action}
          record={record}
          anchor={button}
          open={open}
          onClose={() => setOpen(false)}
          onPending={setPending}
        />
      )}
    </>
  );
}

function ChoiceChip({ name, value }: { name: string; value: string }) {
  const { resource } = useView();
  const intl = useIntl();
  const field = resource.fields[name];
  const shown = field && showValue(field, value, intl);
  return <StateChip value={value} label={shown?.text ?? value} look={shown?.look} />;
}

interface ChoiceMenuProps extends RowActionCellProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  /** Called when a change begins and when it is over. */
  onPending: (pending: boolean) => void;
}

function ChoiceMenu({ action, record, anchor, open, onClose, onPending }: ChoiceMenuProps) {
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const { run } = useAction(action, record);
  const name = resource.actions?.[action]?.field ?? '';
  const { choices = [] } = (resource.fields[name] ?? {}) as { choices?: readonly string[] };
  const choose = async (value: string) => {
    onClose();
    if (value === record[name]) return;
    onPending(true);
    await run(value);
    onPending(false);
  };
  return (
    <Menu
      open={open}
      anchorEl={() => anchor.current}
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      slotProps={{ list: { role: 'listbox', 'aria-label': fieldLabel(name) } }}
    >
      {choices.map((value) => (
        <MenuItem
          key={value}
          role="option"
          selected={value === record[name]}
          aria-selected={value === record[name]}
          onClick={() => choose(value)}
        >
          <ChoiceChip name={name} value={value} />
        </MenuItem>
      ))}
    </Menu>
  );
}
