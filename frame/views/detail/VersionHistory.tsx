import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { getAction } from '../../config/actions.ts';
import { mayDo } from '../../config/resource.ts';
import { formatDayAndTime } from '../../fields/date.ts';
import { splitWords } from '../../i18n/translateMessage.ts';
import { useFieldLabel, useIntl } from '../../parts/intl.ts';
import { Value } from '../../parts/Value.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { useActionLabel } from '../action/useNamedAction.ts';
import { ListError } from '../shared/ListPlaceholders.tsx';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';

interface Version {
  id: string;
  version: number;
  at: string;
  by: string | null;
  action: string;
  changes: { field: string; before: unknown; after: unknown }[];
}

/** Shows a record's versions as a timeline, fetched on demand. */
export default function VersionHistory({ record }: { record: AnyRecord }) {
  const t = useTranslate();
  const { resource } = useView();
  const provider = useDataProvider();
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'history', record.id, record.version],
    queryFn: async () => ((await provider.history(resource.name, { id: record.id })) as { data: Version[] }).data,
    enabled: open,
  });
  return (
    <section className="details">
      <h3>{t('history.title')}</h3>
      {!open && (
        <div>
          <button type="button" className="record-action" onClick={() => setOpen(true)}>
            {t('history.show')}
          </button>
        </div>
      )}
      {open && error && <ListError message={error.message} onRetry={refetch} />}
      {open && !data && !error && <p role="status">{t('dashboard.loading')}</p>}
      {data?.length === 0 && <p className="quiet">{t('history.none')}</p>}
      {data && data.length > 0 && (
        <ol className="history">
          {data.map((version, index) => (
            <li key={version.id}>
              <VersionItem version={version} record={record} isLatest={index === 0} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function VersionItem({ version, record, isLatest }: { version: Version; record: AnyRecord; isLatest: boolean }) {
  const t = useTranslate();
  const intl = useIntl();
  const { resource, role } = useView();
  const { day, time } = formatDayAndTime(version.at, intl);
  const actionLabel = useActionLabel();
  const own = getAction(resource, version.action);
  const action = own ? actionLabel(own) : t(`history.actions.${version.action}`, { _: splitWords(version.action) });
  return (
    <>
      <div className="history-head">
        <strong>{t('history.version', { version: version.version })}</strong>
        <span>{t('history.by', { action, name: version.by ?? t('history.somebody') })}</span>
        <span className="quiet">{`${day}, ${time}`}</span>
        {!isLatest && mayDo(resource, role, 'edit') && <RestoreButton version={version.version} record={record} />}
      </div>
      <ul className="history-changes">
        {version.changes.length === 0 && <li className="quiet">{t('history.nothing')}</li>}
        {version.changes.map((change) => (
          <FieldChange key={change.field} change={change} />
        ))}
      </ul>
    </>
  );
}

function FieldChange({ change: { field: name, before, after } }: { change: Version['changes'][number] }) {
  const { resource } = useView();
  const fieldLabel = useFieldLabel(resource);
  const field = resource.fields[name];
  if (!field) return null;
  const value = (one: unknown) => <Value field={field} source={name} record={{ id: '', [name]: one }} inline />;
  return (
    <li>
      <span className="quiet">{`${fieldLabel(name)}: `}</span>
      {before !== null && (
        <>
          {value(before)}
          {' → '}
        </>
      )}
      {value(after)}
    </li>
  );
}

function RestoreButton({ version, record }: { version: number; record: AnyRecord }) {
  const t = useTranslate();
  const { resource } = useView();
  const provider = useDataProvider();
  const refresh = useRefresh();
  const fail = useFailure();
  const [pending, setPending] = useState(false);
  const restore = async () => {
    setPending(true);
    try {
      await provider.restore(resource.name, { id: record.id, to: version, version: record.version });
      if (notifySuccess(t('history.restored'))) refresh();
    } catch (cause) {
      fail(cause);
    }
    setPending(false);
  };
  return (
    <button
      type="button"
      className="row-link"
      disabled={pending}
      onClick={restore}
      aria-label={t('history.restoreThis', { version })}
    >
      {t('history.restore')}
    </button>
  );
}
