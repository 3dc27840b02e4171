import { type AnyRecord, asList, asObject, declareCalls, failureTexts } from 'portal-frame';
import { text } from 'portal-frame/wire';
import { z } from 'zod';
import { readAppointment, wireAppointment } from './appointments/appointmentRecord.ts';
import { readEmployee, wireEmployee } from './employeeApi.ts';
import { readLaboratory, wireLaboratory } from './laboratoryApi.ts';

export const MIN_SEARCH_LENGTH = 2;

const { post } = declareCalls({ feature: 'find', failure: failureTexts('errors.find') });

/** Beyond spec 7: searches the records that the role may see. */
export const findCalls = {
  // POST, as patients' names must not be part of an address.
  find: post('/common/find', {
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
