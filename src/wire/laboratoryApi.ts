import { z } from 'zod';
import {
  type AnyRecord,
  bindUnpagedList,
  type ChangeBinding,
  type ResourceApi,
  unpagedCallOptions,
} from '../../frame/wire/binding.ts';
import { call, failureTexts } from '../../frame/wire/call.ts';
import { address, email, newPassword, phone, required, TIME, text } from '../../frame/wire/rules.ts';
import {
  fromWireTimings,
  parseWireTime,
  type Timing,
  toWireTimings,
  wireTiming,
} from '../../frame/wire/wireTimings.ts';
import {
  asObject,
  asText,
  normalizeContactNumber,
  toChangedFormFields,
  toFormFields,
  WEEKDAYS,
} from '../../frame/wire/wireValues.ts';

/** A laboratory as the wire has it (spec 3); an employee reads only _id and fullName. */
export const wireLaboratory = z.object({
  _id: z.string(),
  fullName: z.string(),
  /** The name it asked for, until an admin decides. Beyond spec 7. */
  requestedName: z.string().nullish(),
  email: z.string().nullish(),
  username: z.string().nullish(),
  contactNumber: z.string().nullish(),
  address: z.string().nullish(),
  about: z.string().nullish(),
  image: z.string().nullish(),
  jobRole: z.string().nullish(),
  role: z.string().nullish(),
  isActive: z.boolean().nullish(),
  isNotification: z.boolean().nullish(),
  timings: z.array(wireTiming).nullish(),
  createdAt: z.string().nullish(),
});

/** A laboratory in our words. */
export interface Laboratory extends AnyRecord {
  fullName: string;
  /** '' where none waits for an admin. */
  requestedName: string;
  email: string;
  username: string;
  contactNumber: string;
  address: string;
  about: string;
  image: string | null;
  isActive: boolean | null;
  timings: Timing[];
  createdAt: string | null;
}

/** Reads one laboratory of either host; what is missing becomes '', null or an empty week. */
export function readLaboratory(value: unknown): Laboratory {
  const wire = asObject(value);
  const texts = ['fullName', 'requestedName', 'email', 'username', 'contactNumber', 'address', 'about'];
  return {
    ...Object.fromEntries(texts.map((name) => [name, asText(wire[name])])),
    id: asText(wire._id),
    image: asText(wire.image) || null,
    isActive: typeof wire.isActive === 'boolean' ? wire.isActive : null,
    timings: fromWireTimings(wire.timings),
    createdAt: asText(wire.createdAt) || null,
  } as Laboratory;
}

/** The rules of a laboratory's week (spec 5), on the wire's own shape. */
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

const laboratoriesFailure = { refused: 'errors.loadLaboratories', lost: 'errors.fetchLaboratories' };

/** Beyond spec 7. `fullName` is the name that the admin saw: another one meanwhile is not decided on. */
const decision = <const D extends string>(verb: D, summary: string) =>
  call({
    method: 'POST',
    path: `/admin/${verb}-laboratory-name/{id}`,
    roles: ['admin'],
    summary,
    body: z.object({ fullName: required('fullName') }),
    data: wireLaboratory,
    failure: failureTexts('errors.updateLaboratory'),
  });

export const laboratoryCalls = {
  adminLaboratories: call({
    method: 'GET',
    path: '/admin/get-laboratories',
    roles: ['admin'],
    summary: 'All laboratories.',
    ...unpagedCallOptions,
    data: z.array(wireLaboratory),
    failure: laboratoriesFailure,
  }),
  employeeLaboratories: call({
    method: 'GET',
    path: '/employee/get-laboratories',
    roles: ['employee'],
    summary: 'The names of all laboratories, for filtering.',
    data: z.array(wireLaboratory.pick({ _id: true, fullName: true })),
    failure: laboratoriesFailure,
  }),
  addLaboratory: call({
    method: 'POST',
    path: '/admin/add-laboratory',
    roles: ['admin'],
    summary: 'Add a laboratory with an account of its own; timings as timings[i][day] and timings[i][time][j].',
    reauthenticate: 'always',
    body: newLaboratory,
    files: { image: { accepts: 'image', maxFiles: 1 } },
    data: wireLaboratory,
    failure: failureTexts('errors.addLaboratory'),
    timeout: 120_000,
  }),
  changeLaboratory: call({
    method: 'POST',
    path: '/admin/change-laboratory/{id}',
    roles: ['admin'],
    feature: 'people',
    summary: 'Change what a laboratory was added with, but the password; its appointments take its name too.',
    reauthenticate: 'sometimes',
    body: changedLaboratory,
    files: { image: { accepts: 'image', maxFiles: 1 } },
    data: wireLaboratory,
    failure: failureTexts('errors.updateLaboratory'),
    timeout: 120_000,
  }),
  deleteLaboratory: call({
    method: 'POST',
    path: '/admin/delete-laboratory/{id}',
    roles: ['admin'],
    summary: 'Delete a laboratory; its appointments are kept.',
    reauthenticate: 'always',
    data: z.null(),
    failure: failureTexts('errors.deleteLaboratory'),
  }),
  approveName: decision('approve', 'Give a laboratory the name it asked for; its appointments take it too.'),
  refuseName: decision('refuse', 'Refuse a laboratory the name it asked for.'),
};

const named = (name: 'approveName' | 'refuseName'): ChangeBinding => ({
  call: laboratoryCalls[name],
  params: ({ id }) => ({ id }),
  body: ({ values }) => ({ fullName: values.requestedName }),
  read: readLaboratory,
});

/** How the resource `laboratories` reaches its calls. */
export const laboratoriesApi: ResourceApi = {
  list: {
    admin: bindUnpagedList(laboratoryCalls.adminLaboratories, readLaboratory),
    employee: bindUnpagedList(laboratoryCalls.employeeLaboratories, readLaboratory),
  },
  create: {
    admin: {
      call: laboratoryCalls.addLaboratory,
      body: ({ values }) => ({
        ...toFormFields(Object.keys(newLaboratory.shape), normalizeContactNumber(values)),
        timings: toWireTimings((values.timings as Timing[] | undefined) ?? []),
      }),
    },
  },
  edit: {
    admin: {
      call: laboratoryCalls.changeLaboratory,
      params: ({ id }) => ({ id }),
      body: ({ values }) => ({
        ...toChangedFormFields(Object.keys(changedLaboratory.shape), normalizeContactNumber(values)),
        timings: toWireTimings((values.timings as Timing[] | undefined) ?? []),
      }),
      read: readLaboratory,
    },
  },
  actions: { approveName: { admin: named('approveName') }, refuseName: { admin: named('refuseName') } },
  delete: { admin: { call: laboratoryCalls.deleteLaboratory, params: ({ id }) => ({ id }) } },
};
