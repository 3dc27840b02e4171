import { isChoice } from '../../fields/fieldTypes.ts';
import type { Field, IntlShape } from '../../fields/kind.ts';
import { showValue } from '../../parts/intl.ts';
import type { Column } from '../shared/listColumns.ts';

/** Fixed pixels, or a share of the remaining width with a minimum. */
export type ColumnWidth = { pixels: number } | { share: number; least: number };

/** In px beside the text: cell padding (records.css), chip padding, dropdown arrow and sort icon. */
const PADDING = { wide: 24, tight: 16 };
const CHIP_PADDING = 44;
const ARROW_WIDTH = 26;
const SORT_ICON_WIDTH = 22;
/** Average width of a letter in px. Plain choices get room for one more, for words of wide letters. */
const LETTER_WIDTH = { cell: 7.6, chip: 7.2, head: 7.6 };
/** Widths in px of the select checkbox, the row number and the View button. */
const CHECKBOX_WIDTH = { wide: 44, tight: 40 };
const NUMBER_WIDTH = 20;
const BUTTON_WIDTH = 64;
/** A record that is chosen in its row. */
const CHOOSER_WIDTH = 154;
/** Room for words of 12 letters, bold in a name. Closer in wide windows, which show all columns. */
const MIN_WIDTH = { photo: 160, name: 112, text: 88 };
const MIN_WIDE_WIDTH = { photo: 148, name: 96, text: 72 };
/** Leaves remaining width to the other columns. */
const MAX_SHARE_WIDTH = 320;
/** For choices shown as plain text. Longer ones wrap. */
const MAX_TEXT_WIDTH = 140;

interface FieldWidthOptions {
  sorts: boolean;
  chooses: boolean;
  isName: boolean;
  isNarrow: boolean;
  isWide: boolean;
  intl: IntlShape;
}

/** Returns a field's column width from its possible values, never from the values of one page. */
export function getFieldWidth(
  column: Column,
  field: Field,
  label: string,
  { sorts, chooses, isName, isNarrow, isWide, intl }: FieldWidthOptions,
): ColumnWidth {
  const padding = isNarrow ? PADDING.tight : PADDING.wide;
  const head = label.length * LETTER_WIDTH.head + (sorts ? SORT_ICON_WIDTH : 0);
  const arrow = chooses ? ARROW_WIDTH : 0;
  const named = (width: number) => ({ pixels: Math.ceil(Math.max(width, head) + padding) });
  if (field.kind.width) return named(field.kind.width);
  if (isChoice(field)) {
    const { choices, chip } = field;
    const longest = Math.max(0, ...choices.map((choice) => showValue(field, choice, intl)?.text.length ?? 0));
    return named(
      (chip
        ? longest * LETTER_WIDTH.chip + CHIP_PADDING
        : Math.min((longest + 1) * LETTER_WIDTH.cell, MAX_TEXT_WIDTH)) + arrow,
    );
  }
  if (chooses) return named(CHOOSER_WIDTH);
  const photo = column.photo !== undefined;
  const words = (isWide ? MIN_WIDE_WIDTH : MIN_WIDTH)[photo ? 'photo' : isName ? 'name' : 'text'];
  const least = Math.max(words, Math.min(head, 80)) + padding;
  return { share: photo ? 1.5 : 1, least };
}

export const getFixedWidth = (label: string, drawn: boolean, isNarrow: boolean): ColumnWidth => {
  const padding = isNarrow ? PADDING.tight : PADDING.wide;
  return { pixels: Math.max(drawn ? BUTTON_WIDTH : NUMBER_WIDTH, label.length * LETTER_WIDTH.head) + padding };
};

export const getCheckboxWidth = (isNarrow: boolean) => ({
  pixels: isNarrow ? CHECKBOX_WIDTH.tight : CHECKBOX_WIDTH.wide,
});

interface FittedColumn {
  width: ColumnWidth;
  /** True if its value may be shown below the record's name instead. */
  stacks?: boolean;
}

/** Returns the columns that fit `available` px. The last ones that may be stacked are left out first. */
export function fitColumns<C extends FittedColumn>(columns: readonly C[], available: number): C[] {
  const least = sumLeast(columns.map(({ width }) => width));
  const last = columns.findLastIndex(({ stacks }) => stacks);
  return least <= available || last < 0 ? [...columns] : fitColumns(columns.toSpliced(last, 1), available);
}

const sumLeast = (widths: readonly ColumnWidth[]) =>
  widths.reduce((sum, width) => sum + ('pixels' in width ? width.pixels : width.least), 0);

/** Converts widths to CSS, relative to the table's container. */
export function toCssWidths(widths: readonly ColumnWidth[]): string[] {
  const taken = sumLeast(widths);
  const shares = widths.reduce((sum, width) => sum + ('share' in width ? width.share : 0), 0);
  return widths.map((width) => {
    if ('pixels' in width) return `${width.pixels}px`;
    const { share, least } = width;
    return `clamp(${least}px, calc(${least}px + (100cqw - ${taken}px) * ${share / shares}), ${MAX_SHARE_WIDTH * share}px)`;
  });
}
