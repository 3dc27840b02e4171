import type { Field } from '../../fields/kind.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import type { Role } from '../../wire/call.ts';
import type { AnyResource } from './anyResource.ts';

/** Props of a component that replaces a displayed value. */
export interface CellProps {
  record: AnyRecord;
  field: Field;
  source: string;
}

/** Props of a component that replaces or extends a view. */
export interface ViewProps {
  resource: AnyResource;
  role: Role;
}

/** Props of a component that replaces a show view. */
export interface ShowProps extends ViewProps {
  record: AnyRecord;
}

/** Props of a component that replaces an action. */
export interface ActionProps {
  resource: AnyResource;
  action: string;
  record: AnyRecord;
}
