import { lazyComponent } from '../parts/lazyComponent.tsx';
import { type FieldInputProps, getInput, PlainInput } from './PlainInput.tsx';

const ChildrenInput = lazyComponent(() => import('./ChildrenInput.tsx'));

/** Renders the input of a field: a table of child rows for `children`, else a plain input. */
export function FieldInput(props: FieldInputProps) {
  if (getInput(props) !== 'children') return <PlainInput {...props} />;
  return <ChildrenInput {...props} />;
}
