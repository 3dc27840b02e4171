import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { hasAddress } from '../config/actions.ts';
import { entriesFor } from '../config/entries.ts';
import { type EntryConfig, type GroupConfig, mayDo } from '../config/resource.ts';
import { toldOf } from '../fields/labels.ts';
import { PersonPhoto } from '../fields/parts/Person.tsx';
import { StateChip } from '../fields/parts/StateChip.tsx';
import { showValue, useFieldLabel, useLabel, useTeller } from '../fields/parts/tell.ts';
import { Value } from '../fields/parts/Value.tsx';
import type { AnyRecord } from '../wire/binding.ts';
import { ActionButton, usePopupActions } from './ActionButtons.tsx';
import { useSettled } from './afterFrame.ts';
import { useView } from './context.tsx';

const DeleteDialog = lazy(() => import('./DeleteDialog.tsx'));
const Related = lazy(() => import('./Related.tsx'));
const ShowAction = lazy(() => import('./ShowAction.tsx'));

/** A record told in full: head with photo, name, chips and actions, then the config's groups in two columns. */
export function RecordDetails({ record }: { record: AnyRecord }) {
  const { resource, role } = useView();
  const tell = useLabel();
  // What is told comes with the click; what can be done follows a moment later.
  const settled = useSettled();
  const { show } = resource;
  if (!show) return null;
  const actions = Object.entries(resource.actions ?? {}).filter(
    ([name, action]) =>
      action.in === 'show' &&
      mayDo(resource, role, name) &&
      (action.component || !hasAddress(resource, name)) &&
      (!action.whileEmpty || !record[action.whileEmpty]),
  );
  return (
    <div className="record">
      <DetailsHead record={record} />
      <RecordDeeds record={record} />
      {settled && actions.length > 0 && (
        <Suspense fallback={null}>
          {actions.map(([name]) => (
            <ShowAction key={name} name={name} record={record} />
          ))}
        </Suspense>
      )}
      {show.groups.map((group) => (
        <Group key={tell(group.label)} group={group} record={record} />
      ))}
      {settled && show.related && (
        <Suspense fallback={null}>
          {show.related.map((one) => (
            <Related key={`${one.resource} ${one.field}`} config={one} record={record} />
          ))}
        </Suspense>
      )}
    </div>
  );
}

function Group({ group, record }: { group: GroupConfig<string>; record: AnyRecord }) {
  const { resource, role } = useView();
  const tell = useLabel();
  const fieldLabel = useFieldLabel(resource);
  const alone = group.fields.length === 1;
  return (
    <section className="details">
      <h3>{tell(group.label)}</h3>
      <dl>
        {entriesFor<EntryConfig<string>>(group.fields, role).map((entry) => {
          const field = resource.fields[entry.field];
          return (
            field && (
              <div key={entry.field} className={entry.wide ? 'details-wide' : undefined}>
                <dt className={alone ? 'sr-only' : undefined}>{fieldLabel(entry.field, entry.label)}</dt>
                <dd>
                  <Value
                    field={field}
                    source={entry.field}
                    record={record}
                    missing={entry.missing}
                    component={entry.component}
                  />
                </dd>
              </div>
            )
          );
        })}
      </dl>
    </section>
  );
}

/** Transitions and other actions, edit and delete, for those who may. */
function RecordDeeds({ record }: { record: AnyRecord }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { resource, role } = useView();
  const [leaving, setLeaving] = useState(false);
  const list = resource.roles[role]?.list;
  const may = { edit: mayDo(resource, role, 'edit'), delete: mayDo(resource, role, 'delete') };
  const actions = usePopupActions(record);
  if (!may.edit && !may.delete && actions.length === 0) return null;
  return (
    <div className="record-deeds">
      {actions.map((action) => (
        <ActionButton
          key={action.name}
          action={action}
          record={record}
          className={action.to ? 'record-deed record-transition' : 'record-deed'}
        />
      ))}
      {may.edit && (
        <Link className="record-deed" to={`${list}/${encodeURIComponent(record.id)}/edit${search}`} replace>
          {t('form.edit')}
        </Link>
      )}
      {may.delete && (
        <button type="button" className="record-deed record-delete" onClick={() => setLeaving(true)}>
          {t('list.delete')}
        </button>
      )}
      {leaving && (
        <Suspense fallback={null}>
          <DeleteDialog
            record={record}
            onClose={() => setLeaving(false)}
            onDeleted={() => navigate(`${list}${search}`)}
          />
        </Suspense>
      )}
    </div>
  );
}

function DetailsHead({ record }: { record: AnyRecord }) {
  const { resource } = useView();
  const teller = useTeller();
  const { title = '', photo, subtitle = [], chips = [] } = resource.show ?? {};
  const name = String(record[title] ?? '');
  const told = (names: readonly string[]) =>
    names.flatMap((one) => {
      const field = resource.fields[one];
      const shown = field && showValue(field, toldOf(record, one), teller);
      return shown ? [{ name: one, ...shown }] : [];
    });
  return (
    <div className="record-head">
      {photo && <PersonPhoto name={name} image={record[photo] as string | null} size={72} />}
      <div className="record-words">
        <h2 className="record-name">{name}</h2>
        {subtitle.length > 0 && (
          <p className="record-subtitle">
            {told(subtitle)
              .map(({ text }) => text)
              .join(' · ')}
          </p>
        )}
        {chips.length > 0 && (
          <div className="record-chips">
            {told(chips).map(({ name: one, tone, text }) => (
              <StateChip key={one} value={tone ?? text} label={text} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
