// Tests run in the workshop's folder, like its commands. This import comes first, so that the frame finds
// the files of the workshop (src/resources, src/i18n, ...) and not those of the project around it.
process.chdir(import.meta.dirname);
