import { asNumber, asObject, declareCalls, failureTexts } from 'portal-frame';
import { type ChangeBinding, localDateTime, omitEmpty, text } from 'portal-frame/wire';
import { z } from 'zod';
import { readAppointment, wireAppointment } from '../../../src/wire/appointments/appointmentRecord.ts';

declare module 'portal-frame/wire' {
  interface AppFeatures {
    laboratoryChanges: true;
  }
}

/** Moves a visit, or with a reason cancels it. */
const laboratoryChange = z
  .object({
    appointmentDateTime: localDateTime.optional(),
    cancelReason: text(500).min(1, { error: 'validation.required|cancelReason' }).optional(),
    /** Version that was seen; refused (409) if it is no longer current. */
    version: z.number({ error: 'validation.invalid' }).int().optional(),
  })
  .refine(({ appointmentDateTime, cancelReason }) => !appointmentDateTime || !cancelReason, {
    error: 'validation.invalid',
    path: ['cancelReason'],
  });

const { post } = declareCalls({ feature: 'laboratoryChanges' });

export const laboratoryChangeCalls = {
  laboratoryChangeAppointment: post('/laboratory/change-appointment/{id}', {
    summary: 'Move a visit of the laboratory to a free time, or cancel it, as long before it as patients may.',
    body: laboratoryChange,
    data: wireAppointment,
    failure: failureTexts('errors.changeAppointment'),
  }),
};

/** Returns the request with which a laboratory changes one value of its visit. */
export const changeByLaboratory = (name: 'appointmentDateTime' | 'cancelReason'): ChangeBinding => ({
  call: laboratoryChangeCalls.laboratoryChangeAppointment,
  body: ({ values, record }) => ({ [name]: values[name], ...omitEmpty({ version: record?.version }) }),
  // A reply without the version has only part of the appointment.
  read: (data) => (asNumber(asObject(data).version) === null ? null : readAppointment(data)),
});
