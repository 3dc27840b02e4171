import { useQuery } from '@tanstack/react-query';
import { callQuery, download, requestReply, toast, usePending } from 'portal-frame/browser';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EXPORT_PATIENT_PATH, type PatientRecord, patientCalls, readPatientRecords } from '../../wire/patientApi.ts';

/** Appointments under a patient's name, the selection, and its export and deletion. */
export function usePatient(id: string, onClose: () => void) {
  const t = useTranslate();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const { data: records, error } = useQuery({
    ...callQuery(['patient', id], patientCalls.patientRecords, readPatientRecords, { params: { id } }),
    // Refetch on each opening, so that nobody exports or deletes by an outdated list.
    gcTime: 0,
  });
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [busy, run] = usePending();
  const isChosen = (record: PatientRecord) =>
    changed.get(record.id) ?? (record.id === id || record.sameBirthDate || record.sameContact);
  const chosen = new Set((records ?? []).filter(isChosen).map((record) => record.id));
  const body = { appointments: [...chosen] };

  return {
    records,
    error,
    chosen,
    busy,
    toggle: (recordId: string) => setChanged(new Map(changed).set(recordId, !chosen.has(recordId))),
    exportAll: () =>
      run(async () => {
        await download(`${EXPORT_PATIENT_PATH}/${encodeURIComponent(id)}`, body, 'patient.zip', 'errors.patient');
        toast.success(t('patients.exported'));
      }),
    deleteAll: () =>
      run(async () => {
        const { message } = await requestReply(patientCalls.deletePatient, { params: { id }, body });
        toast.success(message);
        onClose();
        navigate('/appointments');
        refresh();
      }),
  };
}
