import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';

/** Clears a field's error when the field is edited (spec 5). Place it inside a form that validates on submit. */
export function ClearErrors() {
  const { subscribe, clearErrors } = useFormContext();
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ name }) => name && clearErrors(name) }),
    [subscribe, clearErrors],
  );
  return null;
}
