import type {
  Binding,
  ChangeBinding,
  ConflictsBinding,
  CountsBinding,
  HintsBinding,
  ListBinding,
  ManyBinding,
  ManyChange,
  OneBinding,
  SearchBinding,
} from './binding.ts';
import type { ForeignHost } from './call.ts';
import type { PerRole } from './roles.ts';

/**
 * `api` part of a resource: calls by role. A missing part is not available. Without `api` the resource is a collection
 * in the dialect of ra-data-simple-rest.
 */
export interface ResourceApi {
  /** Default: the session's host. */
  host?: ForeignHost;
  list?: PerRole<ListBinding>;
  /** Records by id. Without these the list is searched. */
  one?: PerRole<OneBinding>;
  many?: PerRole<ManyBinding>;
  /** Without it, reference inputs load the list. */
  search?: PerRole<SearchBinding>;
  create?: PerRole<ChangeBinding>;
  edit?: PerRole<ChangeBinding>;
  delete?: PerRole<ChangeBinding>;
  /** Bulk calls. Without them records change one by one. */
  editMany?: PerRole<Binding<ManyChange>>;
  deleteMany?: PerRole<Binding<ManyChange>>;
  deleteAll?: PerRole<ChangeBinding>;
  actions?: Record<string, PerRole<ChangeBinding>>;
  /** Additional values for a duplicate (`create.duplicate`). */
  duplicate?: PerRole<OneBinding>;
  counts?: PerRole<CountsBinding>;
  /** By reference field. */
  hints?: Record<string, PerRole<HintsBinding>>;
  /** Reasons against records, such as overlaps. */
  conflicts?: PerRole<ConflictsBinding>;
}
