/** Internals of builds, commands and tools that run in plain Node. They may change without notice. */

export { findUsedZodNames } from '../build/lazySchemas.ts';
export { createResourceFiles, UsageError } from '../commands/resourceTemplate.ts';
export { storeSession } from '../session/session.ts';
