import type { DatabaseKind } from 'portal-frame/server/database';

/**
 * Words for the search: name (O'Hara also as ohara), e-mail address, phone number, date of birth, account number, and
 * owner. SQLite keeps them in FTS5 by triggers, with the content in `appointment_words`; PostgreSQL in an index.
 */
const ACCOUNT = { employee_id: 'e', laboratory_id: 'l' } as const;

/** Word shared by all appointments of an account. */
export const ownerWord = (column: keyof typeof ACCOUNT, id: string): string => ACCOUNT[column] + id;

/** Lengths of phone number endings that people use. */
const ENDS = [10, 9, 8, 7, 4];

/** Returns SQL of an appointment's searchable text. `row` is a prefix of columns such as 'new.'. */
function textOf(row: string, digits: string, end: (digits: string, length: number) => string): string {
  const parts = [
    `${row}patient_key`,
    `replace(replace(${row}patient_key, '''', ''), '’', '')`,
    `lower(${row}email)`,
    digits,
    ...ENDS.map((length) => end(digits, length)),
    `replace(coalesce(${row}date_of_birth, ''), '-', '')`,
    `lower(${row}account_number)`,
    ...Object.entries(ACCOUNT).map(([column, mark]) => `'${mark}' || coalesce(${row}${column}, '')`),
  ];
  return parts.join(" || ' ' || ");
}

const SIGNS = [' ', '-', '(', ')', '.', '+', '/'];
const sqliteText = (row: string) =>
  textOf(
    row,
    SIGNS.reduce((inner, sign) => `replace(${inner}, '${sign}', '')`, `${row}contact_number`),
    (digits, length) => `substr(${digits}, -${length})`,
  );

const postgresText = textOf('', "regexp_replace(contact_number, '\\D', '', 'g')", (digits, length) => {
  return `right(${digits}, ${length})`;
});
/** Indexed expression of PostgreSQL; queries must repeat it exactly. */
export const POSTGRES_WORDS = `array_to_tsvector(array_remove(regexp_split_to_array(${postgresText}, '[\\s[:punct:]‘’“”–—·]+'), ''))`;

/** Updates of other columns do not change the words. */
const COLUMNS = [
  'patient_key',
  'email',
  'contact_number',
  'date_of_birth',
  'account_number',
  'employee_id',
  'laboratory_id',
] as const;

/** FTS5 has no content of its own: deletions must name the old words. */
const forget = (row: string) => `insert into appointment_find (appointment_find, rowid, words)
  select 'delete', docid, words from appointment_words where id = ${row}.id;
  delete from appointment_words where id = ${row}.id`;
const learn = (row: string) => `insert into appointment_words (id, words) values (${row}.id, ${sqliteText(`${row}.`)});
  insert into appointment_find (rowid, words) select docid, words from appointment_words where id = ${row}.id`;

const sqliteSteps = [
  'create table appointment_words (docid integer primary key not null, id text not null unique, words text not null)',
  `create virtual table if not exists appointment_find using fts5(words, content='appointment_words',
    content_rowid='docid', detail='none', tokenize='unicode61 remove_diacritics 2', prefix='2 3')`,
  // Words of deleted rows leave the file too.
  "insert into appointment_find (appointment_find, rank) values ('secure-delete', 1)",
  `create trigger appointments_found_insert after insert on appointments begin ${learn('new')}; end`,
  `create trigger appointments_found_update after update on appointments
    when ${COLUMNS.map((column) => `new.${column} is not old.${column}`).join(' or ')}
    begin ${forget('old')}; ${learn('new')}; end`,
  `create trigger appointments_found_delete after delete on appointments begin ${forget('old')}; end`,
];

/** Rebuilds the words. */
export const FIND_ALL = [
  'delete from appointment_words',
  `insert into appointment_words (id, words) select id, ${sqliteText('')} from appointments order by id`,
  "insert into appointment_find (appointment_find) values ('rebuild')",
];

/** Rebuilds the words of an older database. */
export const moreWordsSteps = (kind: DatabaseKind): string[] =>
  kind === 'sqlite'
    ? [
        ...['insert', 'update', 'delete'].map((event) => `drop trigger if exists appointments_found_${event}`),
        ...sqliteSteps.filter((step) => step.startsWith('create trigger')),
        ...FIND_ALL,
      ]
    : ['drop index if exists appointments_found', ...wordsSteps(kind)];

export const wordsSteps = (kind: DatabaseKind): string[] =>
  kind === 'sqlite'
    ? [...sqliteSteps, ...FIND_ALL]
    : [`create index appointments_found on appointments using gin ((${POSTGRES_WORDS}))`];
