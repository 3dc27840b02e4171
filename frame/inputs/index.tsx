import { lazy, Suspense } from 'react';
import { type FieldInputProps, getInput, PlainInput } from './PlainInput.tsx';

const ChildrenInput = lazy(() => import('./ChildrenInput.tsx'));

/** The input of a field: a table of its rows for `children`, whose cells have plain inputs, else a plain one itself. */
export function FieldInput(props: FieldInputProps) {
  if (getInput(props) !== 'children') return <PlainInput {...props} />;
  return (
    <Suspense fallback={null}>
      <ChildrenInput {...props} />
    </Suspense>
  );
}
