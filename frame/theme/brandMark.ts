import { getAppParts } from '../app.ts';

const DEFAULT_MARK = { fill: 'M18 9l9 9-9 9-9-9Z' };

/** Returns the app's logo as paths of a 36 by 36 SVG, a diamond by default. */
export const getBrandMark = (): { fill: string; line?: string } => getAppParts().brand?.logo ?? DEFAULT_MARK;
