import { useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { hasEndpoint, type NamedAction } from '../../config/actions.ts';
import { getVisibleEntries } from '../../config/app/entries.ts';
import { getPlugins } from '../../config/app/pluginList.ts';
import { findAbsentFields } from '../../config/conditionalFields.ts';
import { getRecordPath } from '../../config/listPaths.ts';
import { resources } from '../../config/registry.ts';
import { getRelatedLists } from '../../config/related/childRows.ts';
import type { EntryConfig, GroupConfig } from '../../config/resource.ts';
import { isBlank } from '../../config/validate.ts';
import { askToConfirm } from '../../notify/askToConfirm.ts';
import { showField, useFieldLabel, useGroupLabel, useIntl, useLabel, useRecordName } from '../../parts/intl.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { PersonPhoto } from '../../parts/PersonPhoto.tsx';
import { StateChip } from '../../parts/StateChip.tsx';
import { Value } from '../../parts/Value.tsx';
import { hasFeature } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { ActionButton, useActionButtons } from '../action/ActionButtons.tsx';
import { useAction } from '../action/useAction.ts';
import { useActionLabel } from '../action/useNamedAction.ts';
import { useHasPainted } from '../shared/afterPaint.ts';
import { findMainAction, isAllowed, meetsConditions } from '../shared/canAccess.ts';
import { filterByFeature } from '../shared/filterByFeature.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { DuplicateLink } from './DuplicateLink.tsx';
import { usePreloadForm } from './preloadedEditView.ts';

const FieldActionDialog = lazyComponent(() => import('../action/FieldActionDialog.tsx'));
const DeleteDialog = lazyComponent(() => import('./DeleteDialog.tsx'));
const RelatedList = lazyComponent(() => import('./RelatedList.tsx'));
const ActionField = lazyComponent(() => import('../action/ActionField.tsx'));

/** Panels of plug-ins. */
const panels = getPlugins().flatMap(({ plugin: { name }, showPanel }) =>
  showPanel ? [{ name, isOffered: showPanel.isOffered, Panel: lazyComponent(showPanel.component) }] : [],
);

/** Shows a record in full: header with photo, name, chips and actions, then the config's groups in two columns. */
export function DetailPanel({ record }: { record: AnyRecord }) {
  const { resource } = useView();
  const groupLabel = useGroupLabel(resource);
  // Content appears with the click; actions follow after the first paint.
  const hasPainted = useHasPainted();
  const actions = usePlacedActions('show', record);
  const related = useMemo(() => getRelatedLists(resource, resources), [resource]);
  if (!resource.show) return null;
  return (
    <div className="record">
      <DetailHeader record={record} />
      <RecordActions record={record} />
      {hasPainted && actions.map((name) => <ActionField key={name} name={name} record={record} />)}
      {filterByFeature(resource.show.groups).map((group) => (
        <DetailGroup key={groupLabel(group)} group={group} record={record} />
      ))}
      {hasPainted &&
        related.map((config) => (
          <RelatedList key={`${config.resource} ${config.field}`} config={config} record={record} />
        ))}
      {hasPainted &&
        panels.flatMap(({ name, isOffered, Panel }) =>
          isOffered(resource) ? [<Panel key={name} record={record} />] : [],
        )}
    </div>
  );
}

/** Returns the actions of a placement that the record allows, the primary one first. */
function usePlacedActions(placement: 'show' | 'header', record: AnyRecord): string[] {
  const { resource, role } = useView();
  const main = findMainAction(resource, role, record);
  return Object.entries(resource.actions ?? {})
    .filter(
      ([name, action]) =>
        action.placement === placement &&
        isAllowed(resource, role, name) &&
        (action.component || !hasEndpoint(resource, name)) &&
        meetsConditions(resource, action, record),
    )
    .map(([name]) => name)
    .sort((a, b) => Number(b === main) - Number(a === main));
}

/** Shows a group of fields under its heading, without those whose `when` is false. A single field's label is hidden. */
export function DetailGroup({ group, record }: { group: GroupConfig<string>; record: AnyRecord }) {
  const { resource, role } = useView();
  const groupLabel = useGroupLabel(resource);
  const fieldLabel = useFieldLabel(resource);
  const alone = group.fields.length === 1;
  const absent = findAbsentFields(resource.fields, record);
  const entries = getVisibleEntries<EntryConfig<string>>(group.fields, role);
  const present = entries.filter(({ field }) => !absent.has(field));
  if (present.length === 0 && entries.length > 0) return null;
  return (
    <section className="details">
      <h3>{groupLabel(group)}</h3>
      <dl>
        {present.map((entry) => {
          const field = resource.fields[entry.field];
          const shown = field && (!entry.hideEmpty || !isBlank(record[entry.field]));
          return (
            shown && (
              <div key={entry.field} className={(entry.wide ?? field.kind.wide) ? 'details-wide' : undefined}>
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

/** Renders the actions on the whole record: transitions, the main header action, edit, the others, duplicate, delete. */
function RecordActions({ record }: { record: AnyRecord }) {
  const t = useTranslate();
  const { search } = useLocation();
  const { resource, role } = useView();
  const preloadForm = usePreloadForm();
  const preload = () => preloadForm(record.id);
  const { list: listPath, form: formPath } = resource.roles[role] ?? {};
  const main = findMainAction(resource, role, record);
  const headerActions = usePlacedActions('header', record);
  const { duplicate } = resource.create ?? {};
  const canDuplicate = isAllowed(resource, role, 'create') && (!duplicate?.feature || hasFeature(duplicate.feature));
  // Every transition is filled, unless one of them is the primary action.
  const isFilled = ({ name, to }: NamedAction) =>
    main && resource.states?.transitions[main] ? name === main : Boolean(to);
  const renderAction = (name: string) => <HeaderAction key={name} name={name} record={record} main={name === main} />;
  return (
    <div className="record-actions">
      {useActionButtons(record).map((action) => (
        <ActionButton
          key={action.name}
          action={action}
          record={record}
          className={isFilled(action) ? 'record-action record-transition' : 'record-action'}
        />
      ))}
      {headerActions.filter((name) => name === main).map(renderAction)}
      {isAllowed(resource, role, 'edit') && (
        <Link
          className="record-action"
          to={`${getRecordPath(listPath ?? '', record.id, 'edit')}${search}`}
          replace
          onPointerMove={preload}
          onFocus={preload}
        >
          {t('form.edit')}
        </Link>
      )}
      {headerActions.filter((name) => name !== main).map(renderAction)}
      {duplicate && formPath && canDuplicate && <DuplicateLink duplicate={duplicate} form={formPath} record={record} />}
      {isAllowed(resource, role, 'delete') && <DeleteAction record={record} list={`${listPath}${search}`} />}
    </div>
  );
}

function DeleteAction({ record, list }: { record: AnyRecord; list: string }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" className="record-action record-delete" onClick={() => setAsking(true)}>
        {t('list.delete')}
      </button>
      {asking && <DeleteDialog records={[record]} onClose={() => setAsking(false)} onDeleted={() => navigate(list)} />}
    </>
  );
}

/** Runs an action at once if its value is fixed, else asks for the value in a dialog. */
function HeaderAction({ name, record, main }: { name: string; record: AnyRecord; main: boolean }) {
  const translateLabel = useLabel();
  const { resource } = useView();
  const getRecordName = useRecordName(resource);
  const { run, pending } = useAction(name, record);
  const [asking, setAsking] = useState(false);
  const label = useActionLabel()({ ...resource.actions?.[name], name });
  const { value, question, component } = resource.actions?.[name] ?? {};
  const CustomAction = component && lazyComponent(component);
  if (CustomAction) return <CustomAction resource={resource} action={name} record={record} />;
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
        {label}
      </button>
      {asking && (
        <FieldActionDialog
          title={getRecordName(record) ?? ''}
          action={name}
          record={record}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function DetailHeader({ record }: { record: AnyRecord }) {
  const { resource } = useView();
  const intl = useIntl();
  const { photo, subtitle = [], chips = [] } = resource.show ?? {};
  const name = useRecordName(resource)(record) ?? '';
  return (
    <div className="record-head">
      {photo && <PersonPhoto name={name} image={record[photo] as string | null} size={72} />}
      <div className="record-words">
        <h2 className="record-name">{name}</h2>
        {subtitle.length > 0 && (
          <p className="record-subtitle">
            {subtitle.flatMap((field) => showField(resource, field, record, intl)?.text ?? []).join(' · ')}
          </p>
        )}
        {chips.length > 0 && (
          <div className="record-chips">
            {chips.map((field) => {
              const shown = showField(resource, field, record, intl);
              return (
                shown && <StateChip key={field} value={shown.tone ?? shown.text} label={shown.text} look={shown.look} />
              );
            })}
          </div>
        )}
      </div>
    </div>
  );
}
