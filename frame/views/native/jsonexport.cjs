// In place of the package jsonexport, with which react-admin's own exporter makes CSV: our lists have theirs (exporter.ts).
module.exports = () => {
  throw new Error('A list without an exporter.');
};
