import { useTranslate } from 'ra-core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { hasEndpoint } from '../../config/actions.ts';
import { getRelatedLists } from '../../config/childRows.ts';
import { getVisibleEntries } from '../../config/entries.ts';
import { resources } from '../../config/registry.ts';
import type { ActionProps, EntryConfig, GroupConfig } from '../../config/resource.ts';
import { isBlank } from '../../config/validate.ts';
import { getDisplayedValue } from '../../fields/displayedValue.ts';
import type { Lazy } from '../../fields/kind.ts';
import { askToConfirm } from '../../notify/askToConfirm.ts';
import { showValue, useFieldLabel, useIntl, useLabel, useRecordName } from '../../parts/intl.ts';
import { PersonPhoto } from '../../parts/PersonPhoto.tsx';
import { StateChip } from '../../parts/StateChip.tsx';
import { Value } from '../../parts/Value.tsx';
import { hasFeature } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { ActionButton, useActionButtons } from '../action/ActionButtons.tsx';
import { useAction } from '../action/useAction.ts';
import { useHasPainted } from '../shared/afterPaint.ts';
import { findMainAction, isAllowed, meetsConditions } from '../shared/canAccess.ts';
import { filterByFeature } from '../shared/filterByFeature.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { DuplicateLink } from './DuplicateLink.tsx';

const FieldActionDialog = lazy(() => import('../action/FieldActionDialog.tsx'));
const DeleteDialog = lazy(() => import('./DeleteDialog.tsx'));
const VersionHistory = lazy(() => import('./VersionHistory.tsx'));
const RelatedList = lazy(() => import('./RelatedList.tsx'));
const ActionField = lazy(() => import('../action/ActionField.tsx'));

/** A record shown in full: head with photo, name, chips and actions, then the config's groups in two columns. */
export function DetailPanel({ record }: { record: AnyRecord }) {
  const { resource, role } = useView();
  const translateLabel = useLabel();
  // What is shown comes with the click; what can be done follows a moment later.
  const settled = useHasPainted();
  const { show } = resource;
  const related = useMemo(() => getRelatedLists(resource, resources), [resource]);
  if (!show) return null;
  const main = findMainAction(resource, role, record);
  const actions = Object.entries(resource.actions ?? {})
    .filter(
      ([name, action]) =>
        action.placement === 'show' &&
        isAllowed(resource, role, name) &&
        (action.component || !hasEndpoint(resource, name)) &&
        meetsConditions(action, record),
    )
    .sort(([one], [other]) => Number(other === main) - Number(one === main));
  return (
    <div className="record">
      <DetailHeader record={record} />
      <RecordActions record={record} />
      {settled && actions.length > 0 && (
        <Suspense fallback={null}>
          {actions.map(([name]) => (
            <ActionField key={name} name={name} record={record} />
          ))}
        </Suspense>
      )}
      {filterByFeature(show.groups).map((group) => (
        <DetailGroup key={translateLabel(group.label)} group={group} record={record} />
      ))}
      {settled && related.length > 0 && (
        <Suspense fallback={null}>
          {related.map((one) => (
            <RelatedList key={`${one.resource} ${one.field}`} config={one} record={record} />
          ))}
        </Suspense>
      )}
      {settled && resource.history && (
        <Suspense fallback={null}>
          <VersionHistory record={record} />
        </Suspense>
      )}
    </div>
  );
}

function DetailGroup({ group, record }: { group: GroupConfig<string>; record: AnyRecord }) {
  const { resource, role } = useView();
  const translateLabel = useLabel();
  const fieldLabel = useFieldLabel(resource);
  const alone = group.fields.length === 1;
  return (
    <section className="details">
      <h3>{translateLabel(group.label)}</h3>
      <dl>
        {getVisibleEntries<EntryConfig<string>>(group.fields, role).map((entry) => {
          const field = resource.fields[entry.field];
          const shown = field && (!entry.hideEmpty || !isBlank(record[entry.field]));
          return (
            shown && (
              <div key={entry.field} className={entry.wide ? 'details-wide' : undefined}>
                <dt className={alone ? 'sr-only' : undefined}>{fieldLabel(entry.field, entry.label)}</dt>
                <dd>
                  <Value
                    field={field}
                    source={entry.field}
                    record={record}
                    missing={entry.placeholder}
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

/** What can be done with the entire record: transitions, edit, actions of the head, again, delete. */
function RecordActions({ record }: { record: AnyRecord }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { resource, role } = useView();
  const [leaving, setLeaving] = useState(false);
  const { list, form } = resource.roles[role] ?? {};
  const may = { edit: isAllowed(resource, role, 'edit'), delete: isAllowed(resource, role, 'delete') };
  const actions = useActionButtons(record);
  const main = findMainAction(resource, role, record);
  const heads = Object.entries(resource.actions ?? {}).filter(
    ([name, action]) =>
      action.placement === 'header' &&
      isAllowed(resource, role, name) &&
      (action.component || !hasEndpoint(resource, name)) &&
      meetsConditions(action, record),
  );
  const head = (name: string, component: Lazy<ActionProps> | undefined) =>
    component ? (
      <CustomAction key={name} name={name} component={component} record={record} />
    ) : (
      <HeaderAction key={name} name={name} record={record} main={name === main} />
    );
  const { duplicate: again } = resource.create ?? {};
  const anew =
    again && form && isAllowed(resource, role, 'create') && (!again.feature || hasFeature(again.feature))
      ? again
      : null;
  if (!may.edit && !may.delete && actions.length + heads.length === 0 && !anew) return null;
  return (
    <div className="record-actions">
      {actions.map((action) => (
        <ActionButton
          key={action.name}
          action={action}
          record={record}
          className={action.to ? 'record-action record-transition' : 'record-action'}
        />
      ))}
      {heads.map(([name, { component }]) => name === main && head(name, component))}
      {may.edit && (
        <Link className="record-action" to={`${list}/${encodeURIComponent(record.id)}/edit${search}`} replace>
          {t('form.edit')}
        </Link>
      )}
      {heads.map(([name, { component }]) => name !== main && head(name, component))}
      {anew && <DuplicateLink duplicate={anew} form={form ?? ''} record={record} />}
      {may.delete && (
        <button type="button" className="record-action record-delete" onClick={() => setLeaving(true)}>
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

/** What the config names in the place of a button. */
function CustomAction({ name, component, record }: { name: string; component: Lazy<ActionProps>; record: AnyRecord }) {
  const { resource } = useView();
  const Own = useMemo(() => lazy(component), [component]);
  return (
    <Suspense fallback={null}>
      <Own resource={resource} action={name} record={record} />
    </Suspense>
  );
}

/** An action as a button: it is done at once where its value is known, else asked for in a dialog. */
function HeaderAction({ name, record, main }: { name: string; record: AnyRecord; main: boolean }) {
  const translateLabel = useLabel();
  const { resource } = useView();
  const nameOf = useRecordName(resource);
  const { run, pending } = useAction(name, record);
  const [asking, setAsking] = useState(false);
  const { label = name, value, field, question } = resource.actions?.[name] ?? {};
  const start = async () => {
    if (value === undefined) return setAsking(true);
    if (!question || (await askToConfirm(translateLabel(question)))) await run(value);
  };
  return (
    <>
      <button
        type="button"
        className={main ? 'record-action record-transition' : 'record-action'}
        disabled={pending}
        onClick={() => void start()}
      >
        {translateLabel(label)}
      </button>
      {asking && field && (
        <Suspense fallback={null}>
          <FieldActionDialog
            title={nameOf(record) ?? ''}
            action={name}
            record={record}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}

function DetailHeader({ record }: { record: AnyRecord }) {
  const { resource } = useView();
  const intl = useIntl();
  const { photo, subtitle = [], chips = [] } = resource.show ?? {};
  const name = useRecordName(resource)(record) ?? '';
  const shownOf = (names: readonly string[]) =>
    names.flatMap((one) => {
      const field = resource.fields[one];
      const shown = field && showValue(field, getDisplayedValue(record, one), intl);
      return shown ? [{ name: one, ...shown }] : [];
    });
  return (
    <div className="record-head">
      {photo && <PersonPhoto name={name} image={record[photo] as string | null} size={72} />}
      <div className="record-words">
        <h2 className="record-name">{name}</h2>
        {subtitle.length > 0 && (
          <p className="record-subtitle">
            {shownOf(subtitle)
              .map(({ text }) => text)
              .join(' · ')}
          </p>
        )}
        {chips.length > 0 && (
          <div className="record-chips">
            {shownOf(chips).map(({ name: one, tone, text, look }) => (
              <StateChip key={one} value={tone ?? text} label={text} look={look} />
            ))}
          </div>
        )}
      </div>
    </div>
  );
}
