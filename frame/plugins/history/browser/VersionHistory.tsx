import { useQuery } from '@tanstack/react-query';
import { type AnyRecord, getAction, mayDo } from 'portal-frame';
import {
  notifySuccess,
  QueryContent,
  useFieldLabel,
  useFormatMoment,
  usePending,
  useView,
  Value,
} from 'portal-frame/browser';
import { splitWords, useActionLabel } from 'portal-frame/browser/plugins';
import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';

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
  const query = useQuery({
    queryKey: [resource.name, 'history', record.id, record.version],
    queryFn: async () =>
      ((await provider.callRoute(resource.name, { path: [record.id, 'history'] })) as { data: Version[] }).data,
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
      {open && (
        <QueryContent query={query} loading={<p role="status">{t('dashboard.loading')}</p>}>
          {(versions) =>
            versions.length === 0 ? (
              <p className="quiet">{t('history.none')}</p>
            ) : (
              <ol className="history">
                {versions.map((version, index) => (
                  <li key={version.id}>
                    <VersionItem version={version} record={record} isLatest={index === 0} />
                  </li>
                ))}
              </ol>
            )
          }
        </QueryContent>
      )}
    </section>
  );
}

function VersionItem({ version, record, isLatest }: { version: Version; record: AnyRecord; isLatest: boolean }) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const { resource, role } = useView();
  const actionLabel = useActionLabel();
  const namedAction = getAction(resource, version.action);
  const action = namedAction
    ? actionLabel(namedAction)
    : t(`history.actions.${version.action}`, { _: splitWords(version.action) });
  return (
    <>
      <div className="history-head">
        <strong>{t('history.version', { version: version.version })}</strong>
        <span>{t('history.by', { action, name: version.by ?? t('history.somebody') })}</span>
        <span className="quiet">{formatMoment(version.at)}</span>
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
  const show = (value: unknown) => <Value field={field} source={name} record={{ id: '', [name]: value }} inline />;
  return (
    <li>
      <span className="quiet">{`${fieldLabel(name)}: `}</span>
      {before !== null && (
        <>
          {show(before)}
          {' → '}
        </>
      )}
      {show(after)}
    </li>
  );
}

function RestoreButton({ version, record }: { version: number; record: AnyRecord }) {
  const t = useTranslate();
  const { resource } = useView();
  const provider = useDataProvider();
  const refresh = useRefresh();
  const [pending, run] = usePending();
  const restore = () =>
    run(async () => {
      const body = { to: version, version: record.version };
      await provider.callRoute(resource.name, { path: [record.id, 'restore'], body });
      if (notifySuccess(t('history.restored'))) refresh();
    });
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
