import type { Besides } from 'portal-frame/testing/helpers';
import app from '../../server/app.ts';

const plan = app.plugins?.find(({ plugin }) => plugin.name === 'plan');

export const PLAN_RESOURCES = plan?.plugin.resources ?? [];

/** Configs and hooks of planning, if the feature is there. */
export const planConfigs: Besides = { resources: PLAN_RESOURCES as never, hooks: plan?.hooks ?? {} };
