import { Menu, MenuItem } from '@mui/material';
import { type RefObject, useRef, useState } from 'react';
import { getAction, hasEndpoint, isActionAvailable } from '../../config/actions.ts';
import { findAbsentFields } from '../../config/conditionalFields.ts';
import { getResource } from '../../config/registry.ts';
import { isChoice, isReference } from '../../fields/fieldTypes.ts';
import { fillTemplate } from '../../fields/reference.ts';
import { showValue, useFieldLabel, useIntl, useLabelWithRecord, useRecordName } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { getMatchContext } from '../../parts/matchContext.ts';
import { getReferenceOptions } from '../../parts/referenceOptions.ts';
import { StateChip } from '../../parts/StateChip.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { isAllowed } from '../shared/canAccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { ActionButton } from './ActionButtons.tsx';
import { ChooserButton } from './ChooserButton.tsx';
import { useAction } from './useAction.ts';
import { useActionLabel } from './useNamedAction.ts';

const FieldActionDialog = lazyComponent(() => import('./FieldActionDialog.tsx'));
const ReferencePicker = lazyComponent(() => import('../form/ReferencePicker.tsx'));

interface RowActionCellProps {
  action: string;
  record: AnyRecord;
}

/** A named action in its column: a select of the field's choices, a button, or the config's component. */
export function RowActionCell({ action, record }: RowActionCellProps) {
  const { resource, role } = useView();
  const { component, field = '' } = resource.actions?.[action] ?? {};
  const CustomAction = component && lazyComponent(component);
  if (CustomAction) return <CustomAction resource={resource} action={action} record={record} />;
  const namedAction = hasEndpoint(resource, action) ? getAction(resource, action, role) : undefined;
  if (namedAction)
    return isActionAvailable(resource, namedAction, record, getMatchContext()) ? (
      <ActionButton action={namedAction} record={record} className="row-link" />
    ) : null;
  if (findAbsentFields(resource.fields, record).has(field)) return null;
  const Select = isReference(resource.fields[field]) ? ReferenceSelect : ChoiceSelect;
  return <Select action={action} record={record} />;
}

/** A button that shows the referenced record and opens a picker. */
function ReferenceSelect({ action, record }: RowActionCellProps) {
  const { resource } = useView();
  const intl = useIntl();
  const fieldLabel = useFieldLabel(resource);
  const addRecordName = useLabelWithRecord(resource);
  const [open, setOpen] = useState(false);
  const { run, pending } = useAction(action, record);
  const { field: name = '', label } = resource.actions?.[action] ?? {};
  const actionLabel = useActionLabel()({ name: action, label });
  const field = resource.fields[name];
  const value = record[name];
  // The name only, if known: rows are narrow.
  const { title } = getResource(getReferenceOptions(field).to);
  const ownName = value !== null && typeof value === 'object' ? fillTemplate(title, value as AnyRecord) : '';
  const shown = ownName || (field && showValue(field, value, intl)?.text);
  return (
    <>
      <ChooserButton
        className="chooser chooser-text"
        aria-haspopup="dialog"
        aria-label={addRecordName(shown ? `${fieldLabel(name)}: ${shown}` : actionLabel, record)}
        disabled={pending}
        onOpen={() => setOpen(true)}
      >
        <span className={shown ? 'chooser-value' : 'chooser-value second'}>{shown || actionLabel}</span>
      </ChooserButton>
      {open && (
        <ReferencePicker
          title={addRecordName(actionLabel, record)}
          field={name}
          records={[record]}
          onChoose={(id) => {
            setOpen(false);
            void run(id);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** A button that looks like the choice's chip and opens a menu of the choices, which is rendered on first use. */
function ChoiceSelect({ action, record }: RowActionCellProps) {
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const addRecordName = useLabelWithRecord(resource);
  const getRecordName = useRecordName(resource);
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<boolean>();
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const name = resource.actions?.[action]?.field ?? '';
  return (
    <>
      <ChooserButton
        ref={button}
        role="combobox"
        aria-haspopup="listbox"
        aria-expanded={open ?? false}
        aria-label={addRecordName(fieldLabel(name), record)}
        disabled={pending}
        onOpen={() => setOpen(true)}
        onKeyDown={({ key }) => (key === 'ArrowDown' || key === 'ArrowUp') && setOpen(true)}
      >
        <ChoiceChip name={name} value={String(record[name] ?? '')} />
      </ChooserButton>
      {open !== undefined && (
        <ChoiceMenu
          action={action}
          record={record}
          anchor={button}
          open={open}
          onClose={() => setOpen(false)}
          onPending={setPending}
          onAsk={setAsked}
        />
      )}
      {asked && (
        <FieldActionDialog
          title={getRecordName(record) ?? ''}
          action={asked.by}
          record={record}
          sent={{ name: action, values: { [name]: asked.value } }}
          onClose={() => setAsked(undefined)}
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

/** A chosen value, and the action whose dialog asks further. */
interface Asked {
  value: string;
  by: string;
}

interface ChoiceMenuProps extends RowActionCellProps {
  anchor: RefObject<HTMLElement | null>;
  open: boolean;
  onClose: () => void;
  /** Called when a change begins and ends. */
  onPending: (pending: boolean) => void;
  onAsk: (asked: Asked) => void;
}

function ChoiceMenu({ action, record, anchor, open, onClose, onPending, onAsk }: ChoiceMenuProps) {
  const { resource, role } = useView();
  const fieldLabel = useFieldLabel(resource);
  const { run } = useAction(action, record);
  const { field: name = '', asks = {} } = resource.actions?.[action] ?? {};
  const field = resource.fields[name];
  const choices = isChoice(field) ? field.choices : [];
  const choose = async (value: string) => {
    onClose();
    if (value === record[name]) return;
    const by = asks[value];
    if (by && isAllowed(resource, role, by)) return onAsk({ value, by });
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
