import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { holdUnsaved } from '../session/unsavedForms.ts';

/** Registers typed values as unsaved, so an expired session asks for a new sign-in over the form. */
export function UnsavedTracker() {
  const { dirtyFields, isSubmitSuccessful } = useFormState();
  const unsaved = Object.keys(dirtyFields).length > 0 && !isSubmitSuccessful;
  useEffect(() => (unsaved ? holdUnsaved() : undefined), [unsaved]);
  return null;
}
