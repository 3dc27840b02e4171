/** Every name that `icon` of a config may have; src/theme/icons.tsx holds the pictures. */
export const ICON_NAMES = [
  'add',
  'archive',
  'build',
  'car',
  'dashboard',
  'description',
  'event',
  'folder',
  'inventory',
  'medical',
  'notifications',
  'payments',
  'people',
  'person',
  'place',
  'schedule',
  'science',
  'settings',
  'shipping',
  'star',
] as const;
export type IconName = (typeof ICON_NAMES)[number];
