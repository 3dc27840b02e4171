import { composeHooks } from 'portal-frame/internal/server';
import type { defineHooks } from 'portal-frame/server';
import { createAccount } from 'portal-frame/server/accounts';
import { serversOf, type TestedApp, type TestServer as TestServerOf } from 'portal-frame/testing/helpers';
import app from '../../server/app.ts';
import appointmentHooks from '../../server/resources/appointments.ts';
import archiveHooks from '../../server/resources/archive.ts';
import employeeHooks from '../../server/resources/employees.ts';
import laboratoryHooks from '../../server/resources/laboratories.ts';
import type { Role } from '../roles.ts';
import { emailOf, PASSWORD, PEOPLE, type Person, TIME_ZONE } from './cast.ts';
import { createTestDatabase } from './database.ts';
import { withKept } from './kept.ts';
import { type CallName, calls } from './servedCalls.ts';

export { type CallInput, checked, placeOf, type Reply, uploadsOf } from 'portal-frame/testing/helpers';
export { hasPlugin } from './hasPlugin.ts';
export { createTestDatabase, emailOf, PASSWORD, PEOPLE, type Person, TIME_ZONE };

export type TestServer = TestServerOf<CallName, Person>;

/** Adds the hooks of plug-ins to the app's own. */
const compose = (name: string, hooks: ReturnType<typeof defineHooks>) =>
  composeHooks(name, [
    { owner: 'the app', hooks },
    ...(app.plugins ?? []).flatMap(({ plugin, hooks: all }) =>
      all?.[name] ? [{ owner: plugin.name, hooks: all[name] }] : [],
    ),
  ]);

/** Employees may have any number of simultaneous appointments, unless a test changes that. */
const PORTAL: TestedApp<CallName, Person> = {
  app,
  calls,
  people: PEOPLE,
  env: { VISIT_MINUTES: '0' },
  template: 'TEST_TEMPLATE',
  withOthers: withKept,
  hooks: {
    appointments: compose('appointments', appointmentHooks),
    archive: compose('archive', archiveHooks),
    employees: compose('employees', employeeHooks),
    laboratories: compose('laboratories', laboratoryHooks),
  },
};

export const { startServer, serverForTest, serverForAll, serverForEach } = serversOf(PORTAL);

/** Another account; nobody signs in with it. */
export const newcomer = ({ services }: Pick<TestServer, 'services'>, role: Role, name = 'new', more: object = {}) =>
  createAccount(services, {
    ...{ role, email: `${name}@example.test`, username: name, fullName: `Nobody ${name}`, passwordHash: '' },
    ...more,
  });
