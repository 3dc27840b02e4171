import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { holdUnsaved } from '../session/unsaved.ts';

/**
 * Stands in a form whose values are to be saved: while something is typed there, a session that ends lets the person
 * sign in over it.
 */
export function UnsavedTracker() {
  const { dirtyFields, isSubmitSuccessful } = useFormState();
  const unsaved = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful;
  useEffect(() => (unsaved ? holdUnsaved() : undefined), [unsaved]);
  return null;
}
