/** Returns a reference's key. A record holds either the key or the referenced record. */
export const toReferenceKey = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && 'id' in value ? value.id : (value ?? null);
