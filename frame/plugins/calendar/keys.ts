import type { ResourceKeys } from 'portal-frame/keys';
import { calendarSchema } from './calendarConfig.ts';
import { checkCalendar } from './checkCalendar.ts';

export default { 'list.calendar': { schema: calendarSchema, check: checkCalendar } } satisfies ResourceKeys;
