import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { getToday } from '../../../frame/fields/date.ts';
import { useIntl } from '../../../frame/parts/intl.ts';

/** Whole years between two days (YYYY-MM-DD); null for no day, or one to come. */
export function yearsBetween(born: string, today: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(born) || born > today) return null;
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

/** An age is computed from the date of birth, unless somebody typed another. */
export function useAge(): void {
  const { timeZone } = useIntl();
  const { setValue, getValues } = useFormContext();
  const born = useWatch({ name: 'dateOfBirth' });
  const ours = useRef<number | null>(null);
  useEffect(() => {
    const age = yearsBetween(String(born ?? ''), getToday(timeZone));
    const typed = getValues('age');
    const free = typed === '' || typed === null || typed === undefined || Number(typed) === ours.current;
    // Half a year that is being typed is nobody's age.
    if (!free || age === null || age > 150) return;
    ours.current = age;
    setValue('age', age, { shouldDirty: true });
  }, [born, timeZone, setValue, getValues]);
}
