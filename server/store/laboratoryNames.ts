import { toLookAlikeKey } from 'portal-frame/server/accounts';
import { EXTRA_LABORATORIES } from '../../src/wire/choices.ts';

/** Only one laboratory may have a name with this key. */
export const laboratoryKey = toLookAlikeKey;

const RESERVED = new Set(EXTRA_LABORATORIES.map(laboratoryKey));

/** True if no laboratory may have this name: it is empty or similar to an extra laboratory. */
export const isReserved = (name: string): boolean => ['', ...RESERVED].includes(laboratoryKey(name));
