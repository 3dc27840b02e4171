import { type AnyRecord, declareCalls, failureTexts, type ResourceApi } from 'portal-frame';
import {
  address,
  bindUnpagedList,
  type ChangeBinding,
  email,
  fromWireTimings,
  newPassword,
  optionalBoolean,
  optionalTexts,
  optionalTextsOrNull,
  parseWireTime,
  phone,
  required,
  TIME,
  type Timing,
  text,
  toWireTimings,
  unpagedCallOptions,
  WEEKDAYS,
  wireRecord,
  wireText,
  wireTiming,
  wireValue,
} from 'portal-frame/wire';
import { z } from 'zod';
import { bindPersonForms, imageUpload } from './wireRecords.ts';

/** A laboratory on the wire (spec 3); an employee reads only _id and fullName. */
const laboratory = wireRecord({
  fullName: wireText,
  /** Beyond spec 7: the requested new name, until an admin decides. */
  ...optionalTexts('requestedName'),
  ...optionalTexts('email', 'username', 'contactNumber', 'address', 'about', 'jobRole', 'role'),
  ...optionalTextsOrNull('image', 'createdAt'),
  isActive: optionalBoolean,
  isNotification: optionalBoolean,
  timings: wireValue(z.array(wireTiming).nullish(), fromWireTimings),
});
export const wireLaboratory = laboratory.schema;
/** Reads a laboratory of either host. */
export const readLaboratory: (value: unknown) => AnyRecord = laboratory.read;

/** Validates a laboratory's opening hours as sent on the wire (spec 5). */
export const wireTimingsRule = z
  .array(wireTiming.partial(), { error: 'validation.timings' })
  .min(1, { error: 'validation.timings' })
  .max(50, { error: 'validation.invalid' })
  .superRefine((timings, context) => {
    const seen = new Set<string>();
    const refuse = (message: string) => context.addIssue({ code: 'custom', message });
    for (const { day = '', time = [] } of timings) {
      if (!(WEEKDAYS as readonly string[]).includes(day)) refuse('validation.timingDay');
      else if (seen.has(day)) refuse(`validation.timingTwice|${day}`);
      else if (time.length === 0) refuse(`validation.timingMissing|${day}`);
      else if (time.length !== 2) refuse(`validation.timingPair|${day}`);
      else if (!time.every((one) => TIME.test(parseWireTime(one) ?? ''))) refuse(`validation.timingInvalid|${day}`);
      seen.add(day);
    }
  });

const newLaboratory = z.object({
  email: required('email').pipe(email),
  username: required('username'),
  password: newPassword,
  fullName: required('fullName'),
  address: required('address', 500).pipe(address),
  contactNumber: required('contactNumber').pipe(phone),
  about: text().optional(),
  timings: wireTimingsRule,
});

const changedLaboratory = newLaboratory.omit({ password: true });

const { get, post } = declareCalls({});
const laboratoriesFailure = { refused: 'errors.loadLaboratories', lost: 'errors.fetchLaboratories' };

/**
 * Declares the call that approves or refuses a requested name (not in spec 7). `fullName` is the name that the admin
 * saw. The call is refused if the laboratory has since requested another name.
 */
const decisionCall = <const D extends string>(verb: D, summary: string) =>
  post(`/admin/${verb}-laboratory-name/{id}`, {
    summary,
    body: z.object({ fullName: required('fullName') }),
    data: wireLaboratory,
    failure: failureTexts('errors.updateLaboratory'),
  });

export const laboratoryCalls = {
  adminLaboratories: get('/admin/get-laboratories', {
    summary: 'All laboratories.',
    ...unpagedCallOptions,
    data: z.array(wireLaboratory),
    failure: laboratoriesFailure,
  }),
  employeeLaboratories: get('/employee/get-laboratories', {
    summary: 'The names of all laboratories, for filtering.',
    data: z.array(wireLaboratory.pick({ _id: true, fullName: true })),
    failure: laboratoriesFailure,
  }),
  addLaboratory: post('/admin/add-laboratory', {
    ignoresUnknownFields: true,
    summary: 'Add a laboratory with an account of its own; timings as timings[i][day] and timings[i][time][j].',
    reauthenticate: 'always',
    body: newLaboratory,
    ...imageUpload,
    data: wireLaboratory,
    failure: failureTexts('errors.addLaboratory'),
  }),
  changeLaboratory: post('/admin/change-laboratory/{id}', {
    feature: 'people',
    summary: 'Change what a laboratory was added with, but the password; its appointments take its name too.',
    reauthenticate: 'sometimes',
    body: changedLaboratory,
    ...imageUpload,
    data: wireLaboratory,
    failure: failureTexts('errors.updateLaboratory'),
  }),
  deleteLaboratory: post('/admin/delete-laboratory/{id}', {
    ignoresUnknownFields: true,
    summary: 'Delete a laboratory; its appointments are kept.',
    reauthenticate: 'always',
    failure: failureTexts('errors.deleteLaboratory'),
  }),
  approveName: decisionCall('approve', 'Give a laboratory the name it asked for; its appointments take it too.'),
  refuseName: decisionCall('refuse', 'Refuse a laboratory the name it asked for.'),
};

const decisionBinding = (name: 'approveName' | 'refuseName'): ChangeBinding => ({
  call: laboratoryCalls[name],
  body: ({ values }) => ({ fullName: values.requestedName }),
  read: readLaboratory,
});

const getWireTimings = ({ timings }: Record<string, unknown>) => ({
  timings: toWireTimings((timings as Timing[] | undefined) ?? []),
});

export const laboratoriesApi: ResourceApi = {
  list: {
    admin: bindUnpagedList(laboratoryCalls.adminLaboratories, readLaboratory),
    employee: bindUnpagedList(laboratoryCalls.employeeLaboratories, readLaboratory),
  },
  ...bindPersonForms(laboratoryCalls.addLaboratory, laboratoryCalls.changeLaboratory, readLaboratory, getWireTimings),
  actions: {
    approveName: { admin: decisionBinding('approveName') },
    refuseName: { admin: decisionBinding('refuseName') },
  },
  delete: { admin: { call: laboratoryCalls.deleteLaboratory } },
};
