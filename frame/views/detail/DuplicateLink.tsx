import { useDataProvider } from 'ra-core';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FormConfig } from '../../config/resource.ts';
import { useLabel } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { toReferenceKey } from '../shared/toReferenceKey.ts';
import { useFailure } from '../shared/useFailure.ts';

interface DuplicateLinkProps {
  duplicate: NonNullable<FormConfig<string>['duplicate']>;
  form: string;
  record: AnyRecord;
}

/** Opens the form of a new record with values copied from this one. Some hosts return them by a call of their own. */
export function DuplicateLink({ duplicate, form, record }: DuplicateLinkProps) {
  const { resource, role } = useView();
  const translateLabel = useLabel();
  const fail = useFailure();
  const navigate = useNavigate();
  const provider = useDataProvider();
  const own = pickFormValues(record, duplicate.fields);
  const open = async (event: MouseEvent) => {
    if (!resource.api?.duplicate?.[role]) return;
    event.preventDefault();
    try {
      const more: object | null = await provider.getDuplicateValues(resource.name, record.id);
      await navigate(form, { state: { record: { ...own, ...(more && pickFormValues(more, duplicate.fields)) } } });
    } catch (cause) {
      fail(cause);
    }
  };
  return (
    <Link className="record-action" to={form} state={{ record: own }} onClick={open}>
      {translateLabel(duplicate.label)}
    </Link>
  );
}

/** Picks the fields that exist; references become their key. */
const pickFormValues = (record: object, fields: readonly string[]) =>
  Object.fromEntries(
    Object.entries(record)
      .filter(([name]) => fields.includes(name))
      .map(([name, value]) => [name, toReferenceKey(value)]),
  );
