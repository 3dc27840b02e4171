import { type ServedCall, serveCalls } from 'portal-frame/server';
import { appCalls } from '../../src/wire/index.ts';
import { accessHandlers } from './accountAccess.ts';
import { activities } from './activities.ts';
import { appointmentListHandlers } from './appointmentLists.ts';
import { appointmentHandlers } from './appointments.ts';
import { dashboardHandlers } from './dashboards.ts';
import type { Handlers } from './handler.ts';
import { laboratoryNameHandlers } from './laboratoryNames.ts';
import { peopleHandlers } from './people.ts';
import { findHandlers } from './searchRecords.ts';
import { transactionHandlers } from './transactions.ts';

const handlers: Handlers = {
  ...accessHandlers,
  ...appointmentHandlers,
  ...findHandlers,
  ...appointmentListHandlers,
  ...peopleHandlers,
  ...laboratoryNameHandlers,
  ...transactionHandlers,
  ...dashboardHandlers,
};

export const appServedCalls: readonly ServedCall[] = serveCalls(appCalls, handlers, activities);
