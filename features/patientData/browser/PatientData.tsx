import type { ActionProps } from 'portal-frame';
import { hasFeature, lazyComponent } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

const PatientDialog = lazyComponent(() => import('./PatientDialog.tsx'));

/** For admins: opens the export and deletion of a patient's data. */
export default function PatientData({ record }: ActionProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  if (!hasFeature('patients')) return null;
  return (
    <>
      <button type="button" className="record-action" onClick={() => setOpen(true)}>
        {t('patients.open')}
      </button>
      {open && <PatientDialog id={record.id} name={String(record.patientName)} onClose={() => setOpen(false)} />}
    </>
  );
}
