import { getToday, useIntl } from 'portal-frame/browser';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';

/** Returns whole years between two days (YYYY-MM-DD), or null for an invalid or future date. */
export function yearsBetween(born: string, today: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(born) || born > today) return null;
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}

/** Computes the age from the date of birth, unless the user typed another. */
export function useAge(): void {
  const { timeZone } = useIntl();
  const { setValue, getValues } = useFormContext();
  const born = useWatch({ name: 'dateOfBirth' });
  const ours = useRef<number | null>(null);
  useEffect(() => {
    const age = yearsBetween(String(born ?? ''), getToday(timeZone));
    const typed = getValues('age');
    const free = typed === '' || typed === null || typed === undefined || Number(typed) === ours.current;
    // A partly typed year gives an impossible age.
    if (!free || age === null || age > 150) return;
    ours.current = age;
    setValue('age', age, { shouldDirty: true });
  }, [born, timeZone, setValue, getValues]);
}
