import type { Fields } from 'portal-frame';
import * as kinds from 'portal-frame/fields';
import { resourceOf } from 'portal-frame/testing/helpers';
import { testCollection } from './collectionTest.ts';

const required = true;
/**
 * Every kind, required, so that a rejected sample fails the test. Without passwords, which need accounts, and rows,
 * which need a collection.
 */
const fields: Record<Exclude<keyof typeof kinds, 'password' | 'children'>, ReturnType<typeof kinds.text>> = {
  text: kinds.text({ required }),
  longText: kinds.longText({ required }),
  masked: kinds.masked({ required }),
  number: kinds.number({ required, integer: true }),
  money: kinds.money({ required }),
  toggle: kinds.toggle(),
  date: kinds.date({ required }),
  dateTime: kinds.dateTime({ required }),
  email: kinds.email({ required }),
  phone: kinds.phone({ required }),
  address: kinds.address({ required }),
  choice: kinds.choice({ required, choices: ['New', 'Used'] }),
  reference: kinds.reference({ required, to: 'appointments', text: '{patientName}' }),
  references: kinds.references({ required, to: 'appointments', text: '{patientName}' }),
  image: kinds.image({ required }),
  files: kinds.files({ required }),
  timings: kinds.timings({ required }),
} as never;

testCollection(
  resourceOf('everything', fields as unknown as Fields, {
    list: { columns: ['text'], filters: ['date', 'choice'], sortable: ['text', 'dateTime'], search: ['text'] },
    roles: { admin: { can: ['list', 'create', 'edit', 'delete'] } },
  }),
);
