import { dateTime } from '../fields/date.ts';
import type { Field, Fields } from '../fields/kind.ts';
import { text } from '../fields/text.ts';

const system = <F extends Field>(field: F): F => ({ ...field, readOnly: true, system: true });

/** Fields the server sets in every collection. Configs may show them, and sort and filter by the moments. */
export const SYSTEM_FIELDS = {
  createdAt: system(dateTime({ label: { en: 'Created', es: 'Creado' } })),
  createdBy: system(text({ label: { en: 'Created by', es: 'Creado por' } })),
  changedAt: system(dateTime({ label: { en: 'Changed', es: 'Cambiado' } })),
  changedBy: system(text({ label: { en: 'Changed by', es: 'Cambiado por' } })),
} as const satisfies Fields;

export type SystemField = keyof typeof SYSTEM_FIELDS;

/** True for a field of SYSTEM_FIELDS that the config does not redeclare. */
export const isSystemField = (name: string, field: Field | undefined): boolean =>
  field?.system === true && name in SYSTEM_FIELDS;
