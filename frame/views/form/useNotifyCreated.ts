import { useDataProvider, useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { getRecordPath } from '../../config/listPaths.ts';
import { mayDo } from '../../config/resource.ts';
import { useLabel, useRecordName, useResourceName } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { notifySuccess } from '../shared/notifySuccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useUndoAction } from '../shared/useUndoAction.ts';

/**
 * Returns a function that reports a new record by name, with a link to it and, if the role may delete it, undo. False
 * if the session has ended. The config's own text (`create.success`) replaces the name.
 */
export function useNotifyCreated(): (record: Partial<AnyRecord> | undefined) => boolean {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { resource, role } = useView();
  const dataProvider = useDataProvider();
  const navigate = useNavigate();
  const toUndoAction = useUndoAction();
  const { one } = useResourceName(resource);
  const getRecordName = useRecordName(resource);
  const list = resource.roles[role]?.list;
  return (record) => {
    const created = record?.id ? (record as AnyRecord) : undefined;
    const name = created && getRecordName(created);
    const text = name ? t('toasts.createdNamed', { kind: one, name }) : t('toasts.created');
    const success = resource.create?.success ? translateLabel(resource.create.success) : text;
    // A host of section 7 replies without the record.
    if (!created) return notifySuccess(success);
    const undo = () => dataProvider.delete(resource.name, { id: created.id, previousData: created });
    const opens = list && resource.show && mayDo(resource, role, 'show');
    return notifySuccess(
      success,
      !resource.api && mayDo(resource, role, 'delete') ? toUndoAction(undo) : undefined,
      opens ? { label: t('form.open'), run: () => navigate(getRecordPath(list, created.id)) } : undefined,
    );
  };
}
