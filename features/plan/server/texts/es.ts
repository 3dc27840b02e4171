import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = { server: { sameTimeOff: 'Este empleado ya tiene libres estos días.' } };
export default es;
