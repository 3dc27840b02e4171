import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { dayPlans } from '../plugin.ts';
import { dayPlanCalls } from '../wire/dayPlanApi.ts';
import { acceptPlan } from './acceptPlan.ts';
import { proposePlan } from './proposePlan.ts';

export default defineServerPlugin(dayPlans, {
  calls: serveCalls(
    dayPlanCalls,
    { proposePlan, acceptPlan },
    { proposePlan: ['list', 'appointments'], acceptPlan: ['change', 'appointments'] },
  ),
});
