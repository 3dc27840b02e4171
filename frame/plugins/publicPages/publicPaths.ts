/** Path above all public pages. The portal in the browser never answers below it. */
export const PUBLIC_PATH = '/public';
export const ASSETS = '/public/assets';
export const LINK_PATH = '/public/link';
