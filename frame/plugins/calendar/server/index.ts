import { defineServerPlugin } from 'portal-frame/server';
import { calendar } from '../plugin.ts';

export type * from '../calendarConfig.ts';
export default defineServerPlugin(calendar, {});
