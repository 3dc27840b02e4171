// The tests run in the workshop's folder, as its commands do: read before all else, so that what the frame looks for in
// an app (src/resources, src/i18n, ...) is found there, and nothing of the project around it.
process.chdir(import.meta.dirname);
