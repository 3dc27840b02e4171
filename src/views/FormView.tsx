import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Form, useCreate, useTranslate } from 'ra-core';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { type EntryConfig, entriesFor, type ViewProps } from '../config/resource.ts';
import { validateValues } from '../config/validate.ts';
import { RequestError } from '../dataProvider/request.ts';
import { FieldInput } from '../fields/inputs/index.tsx';
import { useFieldLabel, useLabel, useResourceName } from '../fields/parts/tell.ts';
import { say, words } from '../i18n/say.ts';
import { toast } from '../layout/toast.ts';
import { ViewProvider } from './context.tsx';
import { useFailure } from './useFailure.ts';

/** A resource's create form for a role: the config's groups, validated by its fields (spec 5). */
export default function FormView({ resource, role }: ViewProps) {
  const component = resource.create?.component;
  const Own = useMemo(() => component && lazy(component), [component]);
  const view = useMemo(() => ({ resource, role }), [resource, role]);
  return (
    <ViewProvider value={view}>
      {Own ? (
        <Suspense fallback={null}>
          <Own {...view} />
        </Suspense>
      ) : (
        <CreateForm {...view} />
      )}
    </ViewProvider>
  );
}

function CreateForm({ resource, role }: ViewProps) {
  const t = useTranslate();
  const tell = useLabel();
  const fieldLabel = useFieldLabel(resource);
  const fail = useFailure();
  const { one } = useResourceName(resource);
  const [create, { isPending }] = useCreate();
  // A new key is a new, empty form: fields and chosen files alike.
  const [round, setRound] = useState(0);
  const top = useRef<HTMLHeadingElement>(null);
  const { groups = [], title, success } = resource.create ?? {};
  const entries = groups.flatMap((group) => entriesFor<EntryConfig<string>>(group.fields, role));
  const defaults = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(resource.fields).flatMap(([name, field]) =>
          field.default === undefined ? [] : [[name, field.default]],
        ),
      ),
    [resource],
  );
  /** Spec 5 names a field in its message by its name split into words; other languages by its label. */
  const nameOf = (name: string) =>
    t(`validation.fields.${name}`, { _: resource.fields[name]?.label ? fieldLabel(name) : words(name) });
  const tellAll = (faults: Record<string, string>) =>
    Object.fromEntries(Object.entries(faults).map(([name, message]) => [name, say(message, t, nameOf)]));
  const validate = (values: Record<string, unknown>) => {
    const faults = validateValues(resource.fields, entries, values);
    return tellAll(faults);
  };

  const submit = async (values: Record<string, unknown>) => {
    try {
      await create(resource.name, { data: values }, { returnPromise: true });
    } catch (cause) {
      fail(cause);
      return cause instanceof RequestError ? cause.errors : undefined;
    }
    toast.success(tell(success ?? 'toasts.created'));
    setRound(round + 1);
    top.current?.focus();
    return undefined;
  };

  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960 }}>
      <Typography variant="h1" component="h1" ref={top} tabIndex={-1} sx={{ outline: 'none' }}>
        {title ? tell(title) : t('list.add', { name: one })}
      </Typography>
      <Form
        key={round}
        record={{}}
        defaultValues={defaults}
        validate={validate}
        onSubmit={submit}
        warnWhenUnsavedChanges
        noValidate
        resource={resource.name}
      >
        <Box sx={{ display: 'grid', gap: 2 }}>
          {groups.map((group) => (
            <Card
              component="section"
              key={tell(group.label)}
              aria-label={tell(group.label)}
              sx={{ p: { xs: 2, sm: 3 } }}
            >
              <Typography variant="h3" component="h2" sx={{ mb: 2 }}>
                {tell(group.label)}
              </Typography>
              <Box
                sx={{
                  display: 'grid',
                  columnGap: 2,
                  rowGap: 1,
                  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
                  alignItems: 'start',
                }}
              >
                {entriesFor<EntryConfig<string>>(group.fields, role).map((entry) => {
                  const field = resource.fields[entry.field];
                  return (
                    field && (
                      <Box key={entry.field} sx={{ gridColumn: entry.wide ? '1 / -1' : undefined, minWidth: 0 }}>
                        <FieldInput
                          source={entry.field}
                          label={fieldLabel(entry.field, entry.label)}
                          field={field}
                          required={entry.required ?? field.required}
                          value={entry.value}
                        />
                      </Box>
                    )
                  );
                })}
              </Box>
            </Card>
          ))}
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button type="submit" variant="contained" disabled={isPending}>
              {t(isPending ? 'form.saving' : 'form.save')}
            </Button>
          </Box>
        </Box>
      </Form>
    </Box>
  );
}
