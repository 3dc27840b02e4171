import { optional, roleNames } from 'portal-frame/keys';
import { z } from 'zod';

export const trashOptions = z.strictObject({
  restore: optional(roleNames, 'Roles that restore records from the bin.', "['admin']", 'all that may delete'),
  forGood: optional(roleNames, 'Roles that delete permanently.', "['admin']", 'admins'),
  days: optional(z.number().int().min(1).max(36_500), 'Days until permanent deletion.', '30', 'never'),
});
