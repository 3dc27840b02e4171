import { Box, Button, Card, Typography } from '@mui/material';
import { Form, useTranslate } from 'ra-core';
import { type ComponentProps, useEffect, useMemo } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { getVisibleEntries } from '../../config/app/entries.ts';
import { validateRecord } from '../../config/computedValues.ts';
import { findCommonAbsentFields } from '../../config/conditionalFields.ts';
import { resources } from '../../config/registry.ts';
import { listChildFields, validateChildRows } from '../../config/related/childRows.ts';
import { validatesFollowing } from '../../config/related/derivedFields.ts';
import type { AnyResource, EntryConfig, FormConfig, GroupConfig } from '../../config/resource.ts';
import { validateValues } from '../../config/validate.ts';
import { hasFeature, readSession } from '../../session/session.ts';
import { waitsForSignIn } from '../../session/unsavedForms.ts';
import '../../fields/loadZod.ts';
import { getToday } from '../../fields/date.ts';
import { splitWords, translateMessage } from '../../i18n/translateMessage.ts';
import { ClearErrors } from '../../inputs/ClearErrors.tsx';
import { FieldInput } from '../../inputs/index.tsx';
import { HintsContext } from '../../inputs/ReferenceHint.tsx';
import { UnsavedTracker } from '../../inputs/UnsavedTracker.tsx';
import { useFieldLabel, useFieldLabels, useGroupLabel, useIntl } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { confirmAndRetry } from '../shared/confirmAndRetry.ts';
import { filterByFeature } from '../shared/filterByFeature.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { toFormErrors } from '../shared/toFormErrors.ts';
import { useFailure } from '../shared/useFailure.ts';
import { SaveButton } from './SaveButton.tsx';
import { useReferenceHints } from './useReferenceHints.ts';

type FormValues = Record<string, unknown>;

type TranslateErrors = (
  resource: AnyResource,
  errors: Record<string, string>,
  entries?: readonly EntryConfig<string>[],
) => Record<string, string>;

/**
 * Returns a function that translates error messages. They name a field by its configured label. Without one, English
 * splits the field's name into words (spec 5), and other languages use the label from their texts.
 */
function useTranslateErrors(): TranslateErrors {
  const t = useTranslate();
  const { locale } = useIntl();
  const fieldLabel = useFieldLabels();
  return (resource, errors, entries = []) => {
    const labels = new Map(entries.map(({ field, label }) => [field, label]));
    // Without a label, only English can name a field by splitting its name.
    const splitsName = (name: string) => locale === 'en' && !(labels.get(name) ?? resource.fields[name]?.label);
    // A message may also be about a choice: a day of the week.
    const nameOf = (name: string) =>
      splitsName(name) ? splitWords(name) : t(`choices.${name}`, { _: fieldLabel(resource, name, labels.get(name)) });
    return Object.fromEntries(
      Object.entries(errors).map(([name, message]) => [name, translateMessage(message, t, nameOf)]),
    );
  };
}

interface RecordFormProps {
  form: FormConfig<string>;
  record: Partial<AnyRecord>;
  /** Records that a dialog changes, with the values that it sets itself. Default: `record`. */
  changed?: readonly AnyRecord[];
  /** Saves the values. Errors are shown, at their fields if the host names them, and typed values stay. */
  onSave: (values: FormValues, meta: { confirmed?: true }) => Promise<void>;
  /** Called after saving, when the form may close without a warning. */
  onSaved?: () => void;
  /** Set inside a dialog: no cards or headings, and a cancel button. */
  dialog?: { submit: string; onCancel: () => void };
  /** For a new record: fields with a computed default may stay empty. */
  isNew?: boolean;
}

/** Returns a function that finds the fields whose `when` the typed values make false for all changed records. */
function useFindAbsent({ record, changed }: RecordFormProps) {
  const { fields } = useView().resource;
  return (values: FormValues) => findCommonAbsentFields(fields, changed ?? [record], values);
}
type FindAbsent = ReturnType<typeof useFindAbsent>;

const isValidated = ({ validatedFields: checks }: FormConfig<string>, field: string) =>
  !checks || checks.includes(field) || hasFeature('rules');

/** Returns the form's entries for the role. A new record may leave out fields with a computed default. */
function useEntries({ form, isNew }: RecordFormProps): EntryConfig<string>[] {
  const { resource, role } = useView();
  return filterByFeature(form.groups)
    .flatMap((group) => getVisibleEntries<EntryConfig<string>>(group.fields, role))
    .map((entry) =>
      isNew && typeof resource.fields[entry.field]?.default === 'function' ? { ...entry, required: false } : entry,
    );
}

/** Returns the form's validation: errors by field, of child rows in lists. */
function useValidate(props: RecordFormProps, entries: EntryConfig<string>[], names: Set<string>) {
  const { form, record, dialog } = props;
  const { resource, role } = useView();
  const errorTexts = useTranslateErrors();
  const today = getToday(useIntl().timeZone);
  const findAbsent = useFindAbsent(props);
  const validated = entries.filter(({ field }) => isValidated(form, field));
  const anyLength = Boolean(form.hostLengthLimits) && !hasFeature('rules');
  return (typed: FormValues) => {
    const absent = findAbsent(typed);
    const values = { ...typed, ...Object.fromEntries([...absent].map((name) => [name, null])) };
    const checked = validated.filter(({ field }) => !absent.has(field));
    const errors = validateValues(resource.fields, checked, values, { today, anyLength });
    // A dialog does not know the rest of the record, and no form what follows other records: the server checks it.
    const isKnown = !dialog && !validatesFollowing(resource);
    const recordErrors = Object.entries(isKnown ? validateRecord(resource, { ...record, ...values }) : {});
    const shown = Object.fromEntries(recordErrors.filter(([name]) => names.has(name)));
    const childFields = listChildFields(resource, resources).filter(({ name }) => names.has(name));
    const rows = childFields.map((child) => {
      const rowErrors = validateChildRows(child, role, values[child.name], today);
      return [child.name, rowErrors.map((row) => errorTexts(child.target, row))] as const;
    });
    return {
      ...Object.fromEntries(rows.filter(([, rowErrors]) => rowErrors.length > 0)),
      ...errorTexts(resource, { ...shown, ...errors }, entries),
    };
  };
}

/** `names` are the values to send, `shown` the fields that show their errors. */
function useSubmit(props: RecordFormProps, names: Set<string>, shown: Set<string>) {
  const { onSave } = props;
  const fail = useFailure();
  const findAbsent = useFindAbsent(props);
  return async (values: FormValues) => {
    const absent = findAbsent(values);
    const isShown = (name: string) => names.has(name) && !absent.has(name);
    try {
      const typed = Object.fromEntries(Object.entries(values).filter(([name]) => isShown(name)));
      await confirmAndRetry((meta) => onSave(typed, meta));
      return undefined;
    } catch (cause) {
      // Signed out and notified already: do not block leaving.
      if (readSession() === 'missing' && !waitsForSignIn()) return undefined;
      return toFormErrors(cause, (name) => shown.has(name) && isShown(name), fail);
    }
  };
}

export function RecordForm(props: RecordFormProps) {
  const { form, record, onSaved, dialog } = props;
  const { resource } = useView();
  const t = useTranslate();
  const entries = useEntries(props);
  // Drops values that inputs keep for themselves (the 'Custom' of a choice).
  const shown = new Set(entries.map(({ field }) => field));
  const names = new Set([...shown, ...Object.keys(record)]);
  const validate = useValidate(props, entries, names);
  const submit = useSubmit(props, names, shown);
  const findAbsent = useFindAbsent(props);
  return (
    <Form
      record={record}
      validate={validate}
      onSubmit={submit}
      reValidateMode="onSubmit"
      warnWhenUnsavedChanges
      // It would call a form invalid that the host refused or that was lost on the way.
      disableInvalidFormNotification
      noValidate
      resource={resource.name}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {filterByFeature(form.groups).map((group) => (
          <Group key={JSON.stringify(group.label ?? '')} {...{ form, group, findAbsent }} framed={!dialog} />
        ))}
        {/* Dialogs have the main button last. */}
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: dialog ? 'row-reverse' : 'row' }, gap: 1 }}>
          <SaveButton label={dialog?.submit} size="large" />
          {dialog && (
            <Button variant="outlined" size="large" onClick={dialog.onCancel}>
              {t('form.cancel')}
            </Button>
          )}
        </Box>
        <ClearErrors />
        <UnsavedTracker />
        {onSaved && <SavedListener then={onSaved} />}
      </Box>
    </Form>
  );
}

interface GroupProps {
  form: FormConfig<string>;
  group: GroupConfig<string>;
  findAbsent: FindAbsent;
}

/** Returns the entries of a group that the typed values allow. Without conditions, typing redraws nothing. */
function usePresentEntries({ group, findAbsent }: GroupProps): EntryConfig<string>[] {
  const { resource, role } = useView();
  const isConditional = useMemo(() => Object.values(resource.fields).some(({ when }) => when), [resource]);
  const values = useWatch<FormValues>({ disabled: !isConditional });
  const absent = isConditional ? findAbsent(values) : undefined;
  return getVisibleEntries<EntryConfig<string>>(group.fields, role).filter(({ field }) => !absent?.has(field));
}

/** A group of inputs, in a card under its heading if `framed`. Hidden if it has none. */
function Group({ framed, ...props }: GroupProps & { framed: boolean }) {
  const label = useGroupLabel(useView().resource)(props.group);
  const entries = usePresentEntries(props);
  if (entries.length === 0) return null;
  if (!framed) return <GroupInputs form={props.form} entries={entries} />;
  return (
    <Card component="section" aria-label={label} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
        {label}
      </Typography>
      <GroupInputs form={props.form} entries={entries} />
    </Card>
  );
}

/** Calls `then` once the form has been saved and counts as unchanged, so that it can close without a warning. */
function SavedListener({ then }: { then: () => void }) {
  const { isSubmitSuccessful } = useFormState();
  useEffect(() => {
    if (isSubmitSuccessful) then();
  }, [isSubmitSuccessful, then]);
  return null;
}

function GroupInputs({ form, entries }: Pick<GroupProps, 'form'> & { entries: readonly EntryConfig<string>[] }) {
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 2,
        rowGap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
      }}
    >
      {entries.map((entry) => (
        <EntryInput key={entry.field} entry={entry} checked={isValidated(form, entry.field)} />
      ))}
    </Box>
  );
}

function EntryInput({ entry, checked }: { entry: EntryConfig<string>; checked: boolean }) {
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const field = resource.fields[entry.field];
  if (!field) return null;
  return (
    <Box sx={{ gridColumn: (entry.wide ?? field.kind.wide) ? '1 / -1' : undefined, minWidth: 0 }}>
      <HintedInput
        source={entry.field}
        label={fieldLabel(entry.field, entry.label)}
        field={field}
        required={checked && (entry.required ?? field.required)}
        value={entry.value}
        input={entry.input}
      />
    </Box>
  );
}

function HintedInput(props: ComponentProps<typeof FieldInput>) {
  const { resource } = useView();
  if (!resource.api?.hints?.[props.source]) return <FieldInput {...props} />;
  return <InputWithHints {...props} />;
}

function InputWithHints(props: ComponentProps<typeof FieldInput>) {
  const values = useWatch<FormValues>();
  const hints = useReferenceHints(props.source, [values]);
  return (
    <HintsContext value={hints}>
      <FieldInput {...props} />
    </HintsContext>
  );
}
