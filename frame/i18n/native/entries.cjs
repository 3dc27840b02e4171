// In place of the package object.entries: every browser that the portal is built for has it.
module.exports = Object.entries;
