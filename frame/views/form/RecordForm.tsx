import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Form, useTranslate } from 'ra-core';
import { type ComponentProps, useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { childErrors, childrenOf } from '../../config/children.ts';
import { entriesFor } from '../../config/entries.ts';
import { crossErrors } from '../../config/given.ts';
import { resources } from '../../config/registry.ts';
import type { AnyResource, EntryConfig, FormConfig, GroupConfig } from '../../config/resource.ts';
import { validateValues } from '../../config/validate.ts';
import { RequestError } from '../../dataProvider/request.ts';
import { hasFeature, readSession } from '../../session/session.ts';
import { waitsForSignIn } from '../../session/unsaved.ts';
import '../../fields/checks.ts';
import { todayIn } from '../../fields/date.ts';
import { say, words } from '../../i18n/say.ts';
import { ClearErrors } from '../../inputs/ClearErrors.tsx';
import { HintsContext } from '../../inputs/hints.ts';
import { FieldInput } from '../../inputs/index.tsx';
import { Unsaved } from '../../inputs/Unsaved.tsx';
import { useFieldLabel, useFieldLabels, useIntl, useLabel } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { confirming } from '../shared/confirmAndRetry.ts';
import { offeredHere } from '../shared/filterByFeature.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { SaveButton } from './SaveButton.tsx';
import { useHints } from './useReferenceHints.ts';

type Values = Record<string, unknown>;

type ErrorTexts = (
  resource: AnyResource,
  errors: Record<string, string>,
  entries?: readonly EntryConfig<string>[],
) => Record<string, string>;

/**
 * The messages of errors as text: by the label that the config gives the field or its entry, else English names a field
 * by its name split into words (spec 5), other languages by their label of it.
 */
function useErrorTexts(): ErrorTexts {
  const t = useTranslate();
  const { locale } = useIntl();
  const fieldLabel = useFieldLabels();
  return (resource, errors, entries = []) => {
    const labels = new Map(entries.map(({ field, label }) => [field, label]));
    const plain = (name: string) => locale === 'en' && !(labels.get(name) ?? resource.fields[name]?.label);
    // What a message is about may also be a choice: a day of the week.
    const nameOf = (name: string) =>
      plain(name) ? words(name) : t(`choices.${name}`, { _: fieldLabel(resource, name, labels.get(name)) });
    return Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, say(message, t, nameOf)]));
  };
}

interface RecordFormProps {
  form: FormConfig<string>;
  /** What the form starts with. */
  record: Partial<AnyRecord>;
  /** Saves, `meta` being the data provider's; what it throws is shown, at the fields where the host names them, and nothing that was typed is lost. */
  onSave: (values: Values, meta: { confirmed?: true }) => Promise<void>;
  /** Called once all is saved and the form may be left without a question. */
  onSaved?: () => void;
  /** In a dialog: without cards and headings, with this word on the button and a way out beside it. */
  bare?: { submit: string; onCancel: () => void };
  /** For a new record: fields whose default is a function may be left empty. */
  isNew?: boolean;
}

/** Whether a form checks this field on the host that the person is signed in to. */
const isChecked = ({ checks }: FormConfig<string>, field: string) =>
  !checks || checks.includes(field) || hasFeature('rules');

/** The form of a resource for the role around: the config's groups, validated by its fields. */
export function RecordForm({ form, record, onSave, onSaved, bare, isNew }: RecordFormProps) {
  const { resource, role } = useView();
  const t = useTranslate();
  const translateLabel = useLabel();
  const fail = useFailure();
  const errorTexts = useErrorTexts();
  const { timeZone } = useIntl();
  const groups = offeredHere(form.groups);
  const entries = groups
    .flatMap((group) => entriesFor<EntryConfig<string>>(group.fields, role))
    .map((entry) =>
      isNew && typeof resource.fields[entry.field]?.default === 'function' ? { ...entry, required: false } : entry,
    );
  const checked = entries.filter(({ field }) => isChecked(form, field));
  const anyLength = Boolean(form.ownLengths) && !hasFeature('rules');
  // What an input keeps beside its value (the 'Custom' of a choice) is nobody else's business.
  const names = new Set([...entries.map(({ field }) => field), ...Object.keys(record)]);
  const submit = async (values: Values) => {
    try {
      const typed = Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
      await confirming((meta) => onSave(typed, meta));
      return undefined;
    } catch (cause) {
      // Signed out by now, and notified: nothing may keep the person here.
      if (readSession() === 'missing' && !waitsForSignIn()) return undefined;
      const errors = cause instanceof RequestError ? cause.errors : {};
      // What stands at its field is not shown twice.
      const isShown = Object.entries(errors).some(
        ([name, text]) => names.has(name) && cause instanceof Error && text === cause.message,
      );
      if (!isShown) fail(cause);
      // An error of the whole form where no field has one: otherwise the form would take itself for saved.
      return Object.keys(errors).length > 0 ? errors : { root: String(cause) };
    }
  };
  const validate = (values: Values) => {
    const errors = validateValues(resource.fields, checked, values, todayIn(timeZone), anyLength);
    // In a dialog the rest of the record is not known: the server checks it.
    const shown = Object.entries(bare ? {} : crossErrors(resource, { ...record, ...values })).filter(([name]) =>
      names.has(name),
    );
    const rows = childrenOf(resource, resources)
      .filter(({ name }) => names.has(name))
      .map((one) => {
        const found = childErrors(one, role, values[one.name], todayIn(timeZone));
        return [one.name, found.map((row) => errorTexts(one.target, row))] as const;
      });
    return {
      ...Object.fromEntries(rows.filter(([, found]) => found.length > 0)),
      ...errorTexts(resource, { ...Object.fromEntries(shown), ...errors }, entries),
    };
  };
  return (
    <Form
      record={record}
      validate={validate}
      onSubmit={submit}
      reValidateMode="onSubmit"
      warnWhenUnsavedChanges
      // It would call a form invalid that the host refused, or that was lost on the way.
      disableInvalidFormNotification
      noValidate
      resource={resource.name}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {groups.map((group) =>
          bare ? (
            <Inputs key={translateLabel(group.label)} form={form} group={group} />
          ) : (
            <Card
              component="section"
              key={translateLabel(group.label)}
              aria-label={translateLabel(group.label)}
              sx={{ p: { xs: 2, sm: 3 } }}
            >
              <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
                {translateLabel(group.label)}
              </Typography>
              <Inputs form={form} group={group} />
            </Card>
          ),
        )}
        {/* In a dialog as its buttons stand: at its end, the one that does it last. */}
        <Box sx={{ display: 'flex', flexDirection: { xs: 'column', sm: bare ? 'row-reverse' : 'row' }, gap: 1 }}>
          <SaveButton word={bare?.submit} size="large" />
          {bare && (
            <Button variant="outlined" size="large" onClick={bare.onCancel}>
              {t('form.cancel')}
            </Button>
          )}
        </Box>
        <ClearErrors />
        <Unsaved />
        {onSaved && <WhenSaved then={onSaved} />}
      </Box>
    </Form>
  );
}

function WhenSaved({ then }: { then: () => void }) {
  const { isSubmitSuccessful } = useFormState();
  useEffect(() => {
    if (isSubmitSuccessful) then();
  }, [isSubmitSuccessful, then]);
  return null;
}

/** The inputs of a group, side by side where there is room. */
function Inputs({ form, group }: { form: FormConfig<string>; group: GroupConfig<string> }) {
  const { role } = useView();
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
      {entriesFor<EntryConfig<string>>(group.fields, role).map((entry) => (
        <Entry key={entry.field} entry={entry} checked={isChecked(form, entry.field)} />
      ))}
    </Box>
  );
}

function Entry({ entry, checked }: { entry: EntryConfig<string>; checked: boolean }) {
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const field = resource.fields[entry.field];
  if (!field) return null;
  return (
    <Box sx={{ gridColumn: entry.wide ? '1 / -1' : undefined, minWidth: 0 }}>
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

/** An input, with what is shown of those that may be chosen for the record as it is filled in. */
function HintedInput(props: ComponentProps<typeof FieldInput>) {
  const { resource } = useView();
  if (!resource.api?.hints?.[props.source]) return <FieldInput {...props} />;
  return <WithHints {...props} />;
}

function WithHints(props: ComponentProps<typeof FieldInput>) {
  const values = useWatch<Values>();
  const hints = useHints(props.source, [values]);
  return (
    <HintsContext value={hints}>
      <FieldInput {...props} />
    </HintsContext>
  );
}
