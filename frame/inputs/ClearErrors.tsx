import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';

/** Stands in a form that is checked when it is sent: what is wrong with a field goes as soon as the field is edited (spec 5). */
export function ClearErrors() {
  const { subscribe, clearErrors } = useFormContext();
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => name && clearErrors(name) }),
    [subscribe, clearErrors],
  );
  return null;
}
