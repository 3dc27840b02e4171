import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Form, useTranslate } from 'ra-core';
import { lazy, Suspense, useMemo } from 'react';
import { isBlank } from '../../config/validate.ts';
import { ClearErrors } from '../../inputs/ClearErrors.tsx';
import { HintsContext } from '../../inputs/HintsContext.ts';
import { FieldInput } from '../../inputs/index.tsx';
import { UnsavedTracker } from '../../inputs/UnsavedTracker.tsx';
import { toast } from '../../notify/toast.ts';
import { useFieldLabel, useLabel } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { SaveButton } from '../form/SaveButton.tsx';
import { useReferenceHints } from '../form/useReferenceHints.ts';
import { findMainAction } from '../shared/canAccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useAction } from './useAction.ts';

interface ActionFieldProps {
  name: string;
  record: AnyRecord;
  /** In a dialog: without card and heading, with a way out beside the button; called there, and once it is done. */
  onClose?: () => void;
}

/** Puts the cursor into the field that a dialog asks for; a list of choices would open over the dialog. */
function focusFirstInput(part: HTMLElement | null): void {
  const field = part?.querySelector<HTMLElement>('input, textarea');
  if (field?.getAttribute('role') !== 'combobox') field?.focus();
}

/** A named action in the popup: the input of its field and a button, or the component that the config names. */
export default function ActionField({ name, record, onClose }: ActionFieldProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { resource, role } = useView();
  const fieldLabel = useFieldLabel(resource);
  const { run } = useAction(name, record);
  const action = resource.actions?.[name];
  const Own = useMemo(() => action?.component && lazy(action.component), [action?.component]);
  const records = useMemo(() => [record], [record]);
  const hints = useReferenceHints(action?.field ?? '', records);
  const field = action && resource.fields[action.field];
  if (!action || !field) return null;
  if (Own) {
    return (
      <Suspense fallback={null}>
        <Own resource={resource} action={name} record={record} />
      </Suspense>
    );
  }
  const label = translateLabel(action.label ?? fieldLabel(action.field));
  // A time is moved from where it is; a person is chosen anew.
  const start = field.kind.name === 'reference' ? {} : { [action.field]: record[action.field] };
  const submit = async (values: Record<string, unknown>) => {
    const value = values[action.field];
    if (isBlank(value)) {
      if (field.kind.name !== 'image')
        return { [action.field]: t('validation.required', { field: fieldLabel(action.field) }) };
      toast.error(t('errors.noFile'));
      return undefined;
    }
    // Shown by then, but for what stands at its field; what was chosen is unsaved still.
    let atField: string | undefined;
    const done = await run(value, (text) => {
      atField = text;
    });
    if (!done) return atField ? { [action.field]: atField } : { root: t('errors.save') };
    onClose?.();
    return undefined;
  };
  const form = (
    <Form
      record={start}
      onSubmit={submit}
      reValidateMode="onSubmit"
      // Shown already, as in RecordForm.
      disableInvalidFormNotification
      resource={`${resource.name}-${name}`}
    >
      <ClearErrors />
      <UnsavedTracker />
      <Box ref={onClose && focusFirstInput} sx={{ display: 'grid', gap: onClose ? 2 : 1.5 }}>
        {!onClose && (
          <Typography variant="h3" component="h3">
            {label}
          </Typography>
        )}
        <HintsContext value={hints}>
          <FieldInput source={action.field} label={fieldLabel(action.field)} field={field} />
        </HintsContext>
        <Box sx={{ display: 'flex', justifyContent: onClose ? 'end' : 'start', gap: 1 }}>
          {onClose && (
            <Button variant="outlined" onClick={onClose}>
              {t('form.close')}
            </Button>
          )}
          <SaveButton
            label={translateLabel(action.submitLabel ?? label)}
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
