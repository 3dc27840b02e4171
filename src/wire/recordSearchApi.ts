import { type AnyRecord, asList, asObject, call, failureTexts, postFor } from 'portal-frame';
import { ROLES } from 'portal-frame/roles';
import { text } from 'portal-frame/wire';
import { z } from 'zod';
import { readAppointment, wireAppointment } from './appointments/appointmentRecord.ts';
import { readEmployee, wireEmployee } from './employeeApi.ts';
import { readLaboratory, wireLaboratory } from './laboratoryApi.ts';

export const MIN_SEARCH_LENGTH = 2;

/** Beyond spec 7: searches the records that the role may see. */
export const findCalls = {
  find: call({
    ...postFor(ROLES),
    // POST, as patients' names must not be part of an address.
    path: '/common/find',
    feature: 'find',
    summary:
      'The patients, employees and laboratories that a text finds: names in any order of words, telephone number, date of birth, account number, code. A patient comes as one of their appointments.',
    body: z.object({
      text: text(200),
      /** All matching appointments, latest first, instead of one per patient. */
      each: z.boolean({ error: 'validation.invalid' }).optional(),
    }),
    data: z.object({
      appointments: z.array(wireAppointment),
      employees: z.array(wireEmployee),
      laboratories: z.array(wireLaboratory),
    }),
    failure: failureTexts('errors.find'),
  }),
};

const readers: Record<string, (value: unknown) => AnyRecord> = {
  appointments: readAppointment,
  employees: readEmployee,
  laboratories: readLaboratory,
};

/** Reads the found records with the names of their resources, best match first. */
export const readSearchResults = (data: unknown): { resource: string; record: AnyRecord }[] =>
  Object.entries(readers).flatMap(([resource, read]) =>
    asList(asObject(data)[resource]).map((one) => ({ resource, record: read(one) })),
  );
