import { Box, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useCreate, useRecordFromLocation, useStore, useTranslate } from 'ra-core';
import { useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { toEntry } from '../../config/app/entries.ts';
import { getRecordPath } from '../../config/listPaths.ts';
import type { ViewProps } from '../../config/resource.ts';
import { useTabTitle } from '../../notify/tabTitle.ts';
import { useCreateTitle, useFieldLabel } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { hasFeature } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { filterByFeature } from '../shared/filterByFeature.ts';
import { ViewProvider } from '../shared/ResourceViewContext.tsx';
import { RecordForm } from './RecordForm.tsx';
import { useDefaultValues } from './useDefaultValues.ts';
import { useNotifyCreated } from './useNotifyCreated.ts';

/** A resource's create view for a role, or the config's component. */
export default function CreateView({ resource, role }: ViewProps) {
  const component = resource.create?.component;
  const CustomForm = component && lazyComponent(component);
  const view = useMemo(() => ({ resource, role }), [resource, role]);
  useTabTitle(useCreateTitle(resource));
  return <ViewProvider value={view}>{CustomForm ? <CustomForm {...view} /> : <CreateForm {...view} />}</ViewProvider>;
}

function CreateForm({ resource, role }: ViewProps) {
  const navigate = useNavigate();
  const notifyCreated = useNotifyCreated();
  const title = useCreateTitle(resource);
  const [create] = useCreate();
  // A new key resets the form with its files (spec 4).
  const [formKey, setFormKey] = useState(0);
  const top = useRef<HTMLHeadingElement>(null);
  const form = resource.create;
  // Values that a duplicated record passed along.
  const duplicated = useRecordFromLocation();
  const defaults = useDefaultValues(resource);
  const sticky = useStickyValues(resource);
  // Navigates after the form has noticed that it was saved, as it warns about unsaved values until then.
  const [opened, setOpened] = useState<string>();
  const list = resource.roles[role]?.list;
  if (!form) return null;
  const save = async (values: Record<string, unknown>, meta: object) => {
    const created = await create(resource.name, { data: values, meta }, { returnPromise: true });
    if (!notifyCreated(created)) return;
    if (form.opensRecord && list && created?.id) return setOpened(getRecordPath(list, String(created.id)));
    sticky.remember(values);
    setFormKey((before) => before + 1);
    top.current?.focus();
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 960 }}>
      <Typography variant="h1" component="h1" ref={top} tabIndex={-1} sx={{ outline: 'none' }}>
        {title}
      </Typography>
      <RecordForm
        key={formKey}
        form={form}
        record={
          (formKey === 0 ? { ...defaults, ...duplicated } : { ...defaults, ...sticky.values }) as Partial<AnyRecord>
        }
        onSave={save}
        onSaved={() => {
          if (opened) void navigate(opened, { replace: true });
        }}
        isNew
      />
      {sticky.offered && <StickyCheckbox resource={resource} {...sticky} />}
    </Box>
  );
}

/** Values of the saved record that start the next one: the config's `sticky` fields, if the person wants them. */
function useStickyValues({ name, create }: ViewProps['resource']) {
  const formFields = filterByFeature(create?.groups ?? []).flatMap(({ fields }) =>
    fields.map((one) => toEntry(one).field),
  );
  const fields = (create?.sticky ?? []).filter((field) => formFields.includes(field));
  const [isSticky, setSticky] = useStore(`${name}.keep`, false);
  const [values, setValues] = useState<Record<string, unknown>>({});
  const offered = fields.length > 0 && hasFeature('find');
  const remember = (saved: Record<string, unknown>) =>
    setValues(Object.fromEntries((offered && isSticky ? fields : []).map((field) => [field, saved[field]])));
  return { offered, fields, isSticky, setSticky, values, remember };
}

interface StickyCheckboxProps extends Pick<ReturnType<typeof useStickyValues>, 'fields' | 'isSticky' | 'setSticky'> {
  resource: ViewProps['resource'];
}

function StickyCheckbox({ resource, fields, isSticky, setSticky }: StickyCheckboxProps) {
  const t = useTranslate();
  const fieldLabel = useFieldLabel(resource);
  const names = fields.map((field) => fieldLabel(field)).join(', ');
  return (
    <FormControlLabel
      control={<Checkbox checked={isSticky} onChange={(event) => setSticky(event.target.checked)} />}
      label={t('keep', { fields: names })}
    />
  );
}
