import { changingOf } from 'portal-frame/testing/helpers';
import app from '../../server/app.ts';
import { readyDatabase } from './database.ts';
import { withKept } from './kept.ts';

export { type Changing, MADE } from 'portal-frame/testing/helpers';

/** A database of the portal, whose own resources are there too. */
export const changing = () => changingOf(app, readyDatabase, withKept);
