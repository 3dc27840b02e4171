import { getAppParts } from '../app.ts';

/** Of an app without a sign of its own: a diamond. */
const DEFAULT_MARK = { fill: 'M18 9l9 9-9 9-9-9Z' };

/** The app's sign, as paths of an SVG of 36 by 36. */
export const getBrandMark = (): { fill: string; line?: string } => getAppParts().brand?.logo ?? DEFAULT_MARK;
