import type { ActionProps } from 'portal-frame';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { hasFeature } from '../../../frame/session/session.ts';

const PatientDialog = lazy(() => import('./PatientDialog.tsx'));

/** In an appointment's popup, for admins: what is kept of its patient, to be exported or deleted. */
export default function PatientData({ record }: ActionProps) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  if (!hasFeature('patients')) return null;
  return (
    <>
      <button type="button" className="record-action" onClick={() => setOpen(true)}>
        {t('patients.open')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <PatientDialog id={record.id} name={String(record.patientName)} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
