import { Box, Button, Card, Typography } from '@mui/material';
import { Form, useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { type ActionConfig, getAction } from '../../config/actions.ts';
import { isBlank } from '../../config/validate.ts';
import { isReference } from '../../fields/fieldTypes.ts';
import type { Field } from '../../fields/kind.ts';
import { ClearErrors } from '../../inputs/ClearErrors.tsx';
import { FieldInput } from '../../inputs/index.tsx';
import { HintsContext } from '../../inputs/ReferenceHint.tsx';
import { UnsavedTracker } from '../../inputs/UnsavedTracker.tsx';
import { toast } from '../../notify/toast.ts';
import { useFieldLabel, useLabel } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { SaveButton } from '../form/SaveButton.tsx';
import { useReferenceHints } from '../form/useReferenceHints.ts';
import { findMainAction } from '../shared/canAccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useRunAction } from './useAction.ts';
import { useActionLabel } from './useNamedAction.ts';

/** An action with a value that another action's dialog asks further for. */
export interface SentAction {
  name: string;
  values: Readonly<Record<string, unknown>>;
}

interface ActionFieldProps {
  name: string;
  record: AnyRecord;
  /** Runs in place of the action, with the values typed. */
  sent?: SentAction | undefined;
  /** Set inside a dialog: hides card and heading, adds a close button, and is called when closed or done. */
  onClose?: () => void;
}

/**
 * Focuses the first input, unless it is a combobox, whose list would open over the dialog. Focuses its successor if a
 * file that loads later replaces it.
 */
function focusFirstInput(part: HTMLElement): () => void {
  let focused: HTMLElement | undefined;
  const focus = () => {
    const field = part.querySelector<HTMLElement>('input, textarea');
    if (!field || focused?.isConnected) return;
    const hasMoved = focused && !document.activeElement?.contains(part);
    focused = field;
    if (!hasMoved && field.getAttribute('role') !== 'combobox') field.focus();
  };
  const observer = new MutationObserver(focus);
  observer.observe(part, { childList: true, subtree: true });
  focus();
  return () => observer.disconnect();
}

/** Shows an action in the show view or a dialog: its field's input with a button, or the config's component. */
export default function ActionField({ name, record, sent, onClose }: ActionFieldProps) {
  const { resource } = useView();
  const action = resource.actions?.[name];
  const field = action && resource.fields[action.field];
  const CustomAction = action?.component && lazyComponent(action.component);
  if (!field) return null;
  if (CustomAction) return <CustomAction resource={resource} action={name} record={record} />;
  return <ActionForm name={name} record={record} action={action} field={field} sent={sent} onClose={onClose} />;
}

interface ActionFormProps {
  name: string;
  record: AnyRecord;
  action: ActionConfig;
  field: Field;
  sent: SentAction | undefined;
  onClose: (() => void) | undefined;
}

function ActionForm({ name, record, action, field, sent, onClose }: ActionFormProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { resource, role } = useView();
  const getLabel = useFieldLabel(resource);
  const fieldLabel = getLabel(action.field);
  const further = listFurtherInputs(resource, name, role);
  const records = useMemo(() => [record], [record]);
  const hints = useReferenceHints(action.field, records);
  const submit = useSubmitAction({ name, record, action, field, sent, onClose });
  const label = useActionLabel()({ ...action, name }, fieldLabel);
  const form = (
    <Form
      // A time starts from its current value; a person is chosen anew.
      record={isReference(field) ? {} : { [action.field]: record[action.field] }}
      onSubmit={submit}
      reValidateMode="onSubmit"
      // Shown already, as in RecordForm.
      disableInvalidFormNotification
      resource={`${resource.name}-${name}`}
    >
      <ClearErrors />
      <UnsavedTracker />
      <Box ref={onClose ? focusFirstInput : undefined} sx={{ display: 'grid', gap: onClose ? 2 : 1.5 }}>
        {!onClose && (
          <Typography variant="h3" component="h3">
            {label}
          </Typography>
        )}
        <HintsContext value={hints}>
          <FieldInput
            source={action.field}
            label={fieldLabel}
            field={field}
            input={action.input}
            recordId={record.id}
          />
        </HintsContext>
        {further.map(({ field: source }) => {
          const other = resource.fields[source];
          return other && <FieldInput key={source} source={source} label={getLabel(source)} field={other} />;
        })}
        <Box sx={{ display: 'flex', justifyContent: onClose ? 'end' : 'start', gap: 1 }}>
          {onClose && (
            <Button variant="outlined" onClick={onClose}>
              {t('form.close')}
            </Button>
          )}
          <SaveButton
            label={action.submitLabel ? translateLabel(action.submitLabel) : label}
            quiet={!onClose && ![undefined, name].includes(findMainAction(resource, role, record))}
          />
        </Box>
      </Box>
    </Form>
  );
  if (onClose) return form;
  return (
    <Card component="section" aria-label={label} sx={{ p: 2 }}>
      {form}
    </Card>
  );
}

/** Lists the inputs of an action beside that of its field. */
const listFurtherInputs = (...[resource, name, role]: Parameters<typeof getAction>) =>
  getAction(resource, name, role)?.roleInputs.slice(1) ?? [];

function useSubmitAction({ name, record, action, field, sent, onClose }: ActionFormProps) {
  const t = useTranslate();
  const { resource, role } = useView();
  const getLabel = useFieldLabel(resource);
  const { run } = useRunAction();
  return async (values: Record<string, unknown>) => {
    const further = listFurtherInputs(resource, name, role);
    const asked = [{ field: action.field, required: true }, ...further];
    const missing = asked.filter((one) => one.required && isBlank(values[one.field]));
    if (missing.some((one) => one.field === action.field) && field.kind.input === 'image') {
      toast.error(t('errors.noFile'));
      return undefined;
    }
    if (missing.length > 0)
      return Object.fromEntries(
        missing.map((one) => [one.field, t('validation.required', { field: getLabel(one.field) })]),
      );
    // Set if the error belongs to the field. Any other error was shown by then, and the input stays unsaved.
    let atField: string | undefined;
    const data = Object.fromEntries(asked.map((one) => [one.field, values[one.field]]));
    const done = await run(sent?.name ?? name, record, { ...sent?.values, ...data }, (text) => {
      atField = text;
    });
    if (!done) return atField ? { [action.field]: atField } : { root: t('errors.save') };
    onClose?.();
    return undefined;
  };
}
