import { changingOf } from '../../frame/tests/api/changing.ts';
import { readyDatabase } from './database.ts';
import { withKept } from './kept.ts';

export { type Changing, MADE } from '../../frame/tests/api/changing.ts';

/** A database of the portal, whose own resources are there too. */
export const changing = () => changingOf(readyDatabase, withKept);
