import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useCreate, useRecordFromLocation, useStore, useTranslate } from 'ra-core';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { asEntry } from '../../config/entries.ts';
import { given } from '../../config/given.ts';
import type { ViewProps } from '../../config/resource.ts';
import { todayIn } from '../../fields/date.ts';
import { useTabTitle } from '../../notify/tabTitle.ts';
import { useFieldLabel, useLabel, useResourceName } from '../../parts/intl.ts';
import { businessTimeZone, hasFeature } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { offeredHere } from '../shared/filterByFeature.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { ViewProvider } from '../shared/ResourceViewContext.tsx';
import { wallClock } from '../shared/wallClock.ts';
import { RecordForm } from './RecordForm.tsx';

/** A resource's create screen for a role, or the component that the config names. */
export default function FormView({ resource, role }: ViewProps) {
  const component = resource.create?.component;
  const Own = useMemo(() => component && lazy(component), [component]);
  const view = useMemo(() => ({ resource, role }), [resource, role]);
  useTabTitle(useFormTitle(resource));
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

/** What the form is called. */
function useFormTitle(resource: ViewProps['resource']): string {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { one } = useResourceName(resource);
  return resource.create?.title ? translateLabel(resource.create.title) : t('list.add', { name: one });
}

/** What a new form starts with. What only the server knows (`me`, another field) it fills in itself. */
function useDefaults({ fields }: ViewProps['resource']): Record<string, unknown> {
  return useMemo(() => {
    const zone = businessTimeZone();
    const now = wallClock(zone)(Date.now())?.slice(0, 16) ?? '';
    const about = { now, today: todayIn(zone), me: '', values: {} };
    const started = Object.entries(fields).map(([name, field]) => [name, given(field.default, about)] as const);
    return Object.fromEntries(started.filter(([, value]) => value !== undefined && value !== null && value !== ''));
  }, [fields]);
}

function CreateForm({ resource }: ViewProps) {
  const translateLabel = useLabel();
  const title = useFormTitle(resource);
  const [create] = useCreate();
  // A new key is a new, empty form: fields and chosen files alike (spec 4).
  const [round, setRound] = useState(0);
  const top = useRef<HTMLHeadingElement>(null);
  const form = resource.create;
  // What another record's popup sent along, for a new one like it.
  const sent = useRecordFromLocation();
  const defaults = useDefaults(resource);
  const kept = useKept(resource);
  if (!form) return null;
  const save = async (values: Record<string, unknown>, meta: object) => {
    await create(resource.name, { data: values, meta }, { returnPromise: true });
    if (!notifySuccess(translateLabel(form.success ?? 'toasts.created'))) return;
    kept.note(values);
    setRound((before) => before + 1);
    top.current?.focus();
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960 }}>
      <Typography variant="h1" component="h1" ref={top} tabIndex={-1} sx={{ outline: 'none' }}>
        {title}
      </Typography>
      <RecordForm
        key={round}
        form={form}
        record={(round === 0 ? { ...defaults, ...sent } : { ...defaults, ...kept.values }) as Partial<AnyRecord>}
        onSave={save}
        isNew
      />
      {kept.offered && <KeepBox resource={resource} {...kept} />}
    </Box>
  );
}

/** What the next new record starts with, of the one that was saved: the config's `keep`, where the person wants it. */
function useKept({ name, create }: ViewProps['resource']) {
  const asked = offeredHere(create?.groups ?? []).flatMap(({ fields }) => fields.map((one) => asEntry(one).field));
  const fields = (create?.keep ?? []).filter((field) => asked.includes(field));
  const [checked, setChecked] = useStore(`${name}.keep`, false);
  const [values, setValues] = useState<Record<string, unknown>>({});
  // A host of spec 7 has its form.
  const offered = fields.length > 0 && hasFeature('find');
  const note = (saved: Record<string, unknown>) =>
    setValues(Object.fromEntries((offered && checked ? fields : []).map((field) => [field, saved[field]])));
  return { offered, fields, checked, setChecked, values, note };
}

interface KeepBoxProps extends Pick<ReturnType<typeof useKept>, 'fields' | 'checked' | 'setChecked'> {
  resource: ViewProps['resource'];
}

function KeepBox({ resource, fields, checked, setChecked }: KeepBoxProps) {
  const t = useTranslate();
  const fieldLabel = useFieldLabel(resource);
  const names = fields.map((field) => fieldLabel(field)).join(', ');
  return (
    <FormControlLabel
      control={<Checkbox checked={checked} onChange={(event) => setChecked(event.target.checked)} />}
      label={t('keep', { fields: names })}
    />
  );
}
