import type { Besides } from 'portal-frame/testing/helpers';
import closedDayHooks from '../../server/resources/closedDays.ts';
import timeOffHooks from '../../server/resources/timeOff.ts';
import closedDays from '../../src/resources/closedDays.ts';
import credentials from '../../src/resources/credentials.ts';
import facilities from '../../src/resources/facilities.ts';
import planOverrides from '../../src/resources/planOverrides.ts';
import shifts from '../../src/resources/shifts.ts';
import skills from '../../src/resources/skills.ts';
import timeOff from '../../src/resources/timeOff.ts';
import visitNeeds from '../../src/resources/visitNeeds.ts';
import workRules from '../../src/resources/workRules.ts';
import zipPlaces from '../../src/resources/zipPlaces.ts';
import zones from '../../src/resources/zones.ts';

export const PLAN_RESOURCES = [
  ...[shifts, timeOff, closedDays, facilities, zones, zipPlaces, skills, credentials, workRules, visitNeeds],
  planOverrides,
];

export const planConfigs: Besides = {
  resources: PLAN_RESOURCES as never,
  hooks: { timeOff: timeOffHooks, closedDays: closedDayHooks },
};
