// In place of the package diacritic, a table of letters: browsers know which letters are others with an accent.
exports.clean = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
