import { Alert, Box, Button, Checkbox, FormControlLabel, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  ContentDialog,
  callQuery,
  download,
  formatDay,
  formatDayAndTime,
  requestReply,
  toast,
  useIntl,
  usePending,
} from 'portal-frame/browser';
import { formatPhone } from 'portal-frame/wire';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { EXPORT_PATIENT_PATH, type PatientRecord, patientCalls, readPatientRecords } from '../wire/patientApi.ts';

interface PatientDialogProps {
  /** Appointment from which it was opened. */
  id: string;
  name: string;
  onClose: () => void;
}

/** Lists appointments under one name, to export or delete. Matches by birth date or contact are preselected. */
export default function PatientDialog({ id, name, onClose }: PatientDialogProps) {
  const t = useTranslate();
  const { records, error, chosen, toggle, busy, exportAll, deleteAll } = usePatient(id, onClose);
  const [asking, setAsking] = useState(false);
  const count = chosen.size;
  const actions = (
    <>
      <Button variant="outlined" onClick={asking ? () => setAsking(false) : onClose} disabled={busy}>
        {t('form.cancel')}
      </Button>
      {asking ? (
        <Button variant="contained" color="error" disabled={busy} onClick={deleteAll}>
          {t('patients.confirm', { count })}
        </Button>
      ) : (
        <>
          <Button variant="outlined" color="error" disabled={busy || !records} onClick={() => setAsking(true)}>
            {t('patients.delete')}
          </Button>
          <Button variant="contained" disabled={busy || !records} onClick={exportAll}>
            {t('patients.export')}
          </Button>
        </>
      )}
    </>
  );
  return (
    <ContentDialog title={t('patients.title', { name })} onClose={busy ? undefined : onClose} actions={actions}>
      <Typography color="textSecondary">{t('patients.hint')}</Typography>
      {error && <Alert severity="error">{error.message}</Alert>}
      {!records && !error && <Skeleton variant="rounded" height={56} />}
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        {records?.map((record) => (
          <AppointmentLine
            key={record.id}
            record={record}
            chosen={chosen.has(record.id)}
            disabled={busy || record.id === id}
            onToggle={() => toggle(record.id)}
          />
        ))}
      </Box>
      {asking && <Alert severity="warning">{t('patients.question', { count })}</Alert>}
    </ContentDialog>
  );
}

interface AppointmentLineProps {
  record: PatientRecord;
  chosen: boolean;
  disabled: boolean;
  onToggle: () => void;
}

function AppointmentLine({ record, chosen, disabled, onToggle }: AppointmentLineProps) {
  const t = useTranslate();
  const intl = useIntl();
  const { day, time } = formatDayAndTime(record.appointmentDateTime, intl);
  const born = record.dateOfBirth ? t('patients.born', { date: formatDay(record.dateOfBirth, intl) }) : '';
  const under = [born, record.email, formatPhone(record.contactNumber).text, record.laboratory]
    .filter(Boolean)
    .join(' · ');
  return (
    <FormControlLabel
      sx={{
        alignItems: 'start',
        mr: 0,
        '& .MuiFormControlLabel-label': { minWidth: 0, overflowWrap: 'anywhere', py: 1 },
      }}
      control={<Checkbox checked={chosen} disabled={disabled} onChange={onToggle} />}
      label={
        <>
          <Typography>{`${day}, ${time} · ${t(`choices.${record.status}`, { _: record.status })}`}</Typography>
          <Typography variant="body2" color="textSecondary">
            {under}
          </Typography>
        </>
      }
    />
  );
}

/** Appointments under a patient's name, the selection, and its export and deletion. */
function usePatient(id: string, onClose: () => void) {
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
