/** Internals of builds and commands. They may change without notice. */

export { findUsedZodNames } from '../build/lazySchemas.ts';
export { createResourceFiles, UsageError } from '../commands/resourceTemplate.ts';
