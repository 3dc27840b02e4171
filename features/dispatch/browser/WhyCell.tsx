import type { CellProps } from 'portal-frame';
import { useTranslate } from 'ra-core';
import type { Appointment } from '../../../src/wire/appointments/appointmentRecord.ts';

/** Says why a visit is in a tab of the dispatcher: the reasons against its employee, or who had it before. */
export default function WhyCell({ record }: CellProps) {
  const t = useTranslate();
  const { against, lastEmployee } = record as unknown as Appointment;
  if (lastEmployee) {
    const key = lastEmployee.absent ? 'wasWithAbsent' : 'wasWith';
    return <>{t(`resources.appointments.${key}`, { name: lastEmployee.fullName })}</>;
  }
  return <>{against.map(({ code, parameters }) => t(`plan.reasons.${code}`, parameters)).join(' ')}</>;
}
