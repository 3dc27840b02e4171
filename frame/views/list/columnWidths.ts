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
const MIN_WIDTH = { photo: 132, text: 72 };
/** Leaves remaining width to the other columns. */
const MAX_SHARE_WIDTH = 320;
/** For choices shown as plain text. Longer ones wrap. */
const MAX_TEXT_WIDTH = 140;

/** Returns a field's column width from its possible values, never from the values of one page. */
export function getFieldWidth(
  column: Column,
  field: Field,
  label: string,
  { sorts, chooses, isNarrow, intl }: { sorts: boolean; chooses: boolean; isNarrow: boolean; intl: IntlShape },
): ColumnWidth {
  const padding = isNarrow ? PADDING.tight : PADDING.wide;
  const head = label.length * LETTER_WIDTH.head + (sorts ? SORT_ICON_WIDTH : 0);
  const arrow = chooses ? ARROW_WIDTH : 0;
  const { choices, chip } = field as { choices?: readonly string[]; chip?: boolean };
  const named = (width: number) => ({ pixels: Math.ceil(Math.max(width, head) + padding) });
  if (field.kind.width) return named(field.kind.width);
  if (choices) {
    const longest = Math.max(0, ...choices.map((choice) => showValue(field, choice, intl)?.text.length ?? 0));
    return named(
      (chip
        ? longest * LETTER_WIDTH.chip + CHIP_PADDING
        : Math.min((longest + 1) * LETTER_WIDTH.cell, MAX_TEXT_WIDTH)) + arrow,
    );
  }
  if (chooses) return named(CHOOSER_WIDTH);
  const photo = column.photo !== undefined;
  const least = Math.max(photo ? MIN_WIDTH.photo : MIN_WIDTH.text, Math.min(head, 80)) + padding;
  return { share: photo ? 1.5 : 1, least };
}

/** Returns the width of the row number column or the View column. */
export const getFixedWidth = (label: string, drawn: boolean, isNarrow: boolean): ColumnWidth => {
  const padding = isNarrow ? PADDING.tight : PADDING.wide;
  return { pixels: Math.max(drawn ? BUTTON_WIDTH : NUMBER_WIDTH, label.length * LETTER_WIDTH.head) + padding };
};

export const getCheckboxWidth = (isNarrow: boolean): ColumnWidth => ({
  pixels: isNarrow ? CHECKBOX_WIDTH.tight : CHECKBOX_WIDTH.wide,
});

/** Converts widths to CSS, relative to the table's container. */
export function toCssWidths(widths: readonly ColumnWidth[]): string[] {
  const taken = widths.reduce((sum, width) => sum + ('pixels' in width ? width.pixels : 0), 0);
  const shares = widths.reduce((sum, width) => sum + ('share' in width ? width.share : 0), 0);
  return widths.map((width) =>
    'pixels' in width
      ? `${width.pixels}px`
      : `clamp(${width.least}px, calc((100cqw - ${taken}px) * ${width.share / shares}), ${MAX_SHARE_WIDTH * width.share}px)`,
  );
}
