import { z } from 'zod';
import type { AnyRecord } from '../../frame/wire/binding.ts';
import { call, failureTexts, ROLES } from '../../frame/wire/call.ts';
import { text } from '../../frame/wire/rules.ts';
import { asList, asObject } from '../../frame/wire/wireValues.ts';
import { readAppointment, wireAppointment } from './appointmentRecord.ts';
import { readEmployee, wireEmployee } from './employeeApi.ts';
import { readLaboratory, wireLaboratory } from './laboratoryApi.ts';

/** Letters below which nobody is looked for. */
export const MIN_SEARCH_LENGTH = 2;

/** Beyond spec 7: finds people among the records that the role sees. */
export const findCalls = {
  find: call({
    // A patient's name belongs into no address.
    method: 'POST',
    path: '/common/find',
    roles: ROLES,
    feature: 'find',
    summary:
      'The patients, employees and laboratories that a text finds: names in any order of words, telephone number, date of birth, account number, code. A patient comes as one of their appointments.',
    body: z.object({
      text: text(200),
      /** Every appointment that is found, the latest first, in place of one for each patient. */
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

/** What was found, by the name of its resource, the best first. */
export const readSearchResults = (data: unknown): { resource: string; record: AnyRecord }[] =>
  Object.entries(readers).flatMap(([resource, read]) =>
    asList(asObject(data)[resource]).map((one) => ({ resource, record: read(one) })),
  );
